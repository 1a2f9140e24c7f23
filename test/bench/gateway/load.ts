import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readRecording, recordingNames } from '../../../src/tools/demo/servers/recordings.ts';
import { freePort } from '../../../src/tools/demo/servers/server-process.ts';
import { createBodyNormalizer } from '../../../src/normalizer/bodies/body-normalizer.ts';
import { startBehind } from '../../gateway/behind.ts';
import { bytesOf, pushAll, textOf } from '../../normalizer/splits.ts';

/** Recorded replies, which the server sends with a pause after each frame. */
const NAMES = recordingNames().filter((name) => name.includes('chat-scenario'));
const PAUSE = 15;

const CHAT = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'go' }] });

/** What happens to a stream, and how often out of twenty. */
const FATES = { whole: 11, slow: 3, left: 3, 'cut by the server': 2, 'server is dead': 1 } as const;
type Fate = keyof typeof FATES;
const DRAWN = (Object.keys(FATES) as Fate[]).flatMap((fate) => Array<Fate>(FATES[fate]).fill(fate));

/** @returns the expected text of a whole reply */
function cleaned(name: string): string {
  const { headers, frames } = readRecording(name);
  const sessionId = headers['X-Hermes-Session-Id'] ?? null;
  const normalizer = createBodyNormalizer({ contentType: 'text/event-stream', isReply: true, sessionId });
  return textOf(pushAll(normalizer!, bytesOf(frames.join('')), []));
}

async function replay(path: string, response: ServerResponse): Promise<void> {
  const [, name = '', fate] = path.split('/').map(decodeURIComponent);
  if (fate === 'server is dead') return void response.destroy();
  const { headers, frames } = readRecording(name);
  response.writeHead(200, { ...headers, 'content-type': 'text/event-stream' });
  for (const [i, frame] of frames.entries()) {
    if (response.destroyed) return;
    if (fate === 'cut by the server' && i === frames.length - 2) return void response.destroy();
    response.write(frame);
    await delay(PAUSE);
  }
  response.end();
}

/** The result of a stream: as expected, or what was wrong with it. */
async function follow(origin: string, name: string, fate: Fate, expected: string): Promise<string> {
  const leaving = new AbortController();
  const path = [name, fate].map(encodeURIComponent).join('/');
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: CHAT, signal: leaving.signal };
  const response = await fetch(`${origin}/${path}/v1/chat/completions`, init);
  if (fate === 'server is dead') return response.status === 502 ? '' : `${response.status} of a dead server`;
  let text = '';
  let reads = 0;
  try {
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
      text += part;
      if (fate === 'slow') await delay(100);
      if (fate === 'left' && ++reads === 3) leaving.abort();
    }
  } catch {
    if (fate === 'left' || fate === 'cut by the server')
      return expected.startsWith(text.trimEnd()) ? '' : 'a wrong beginning';
    return 'broken off';
  }
  if (fate === 'cut by the server') return 'the cut was not told';
  return text === expected || fate === 'left' ? '' : 'not what it has to be';
}

/** Runs concurrent streams for some minutes: replies read whole, slowly, abandoned or cut off, and a dead server. */
export async function reportLoad(streams: number, minutes: number): Promise<boolean> {
  const expected = new Map(NAMES.map((name) => [name, cleaned(name)]));
  const behind = await startBehind(({ path }, response) => replay(path, response));
  const gateway = await startCommand(behind.origin);
  const right = new Map<Fate, number>();
  const wrong = new Map<string, number>();
  const memory: number[] = [];
  const over = Date.now() + minutes * 60_000;
  let next = 0;

  async function lane(): Promise<void> {
    while (Date.now() < over) {
      const name = NAMES[next % NAMES.length]!;
      const fate = DRAWN[next++ % DRAWN.length]!;
      const fault = await follow(gateway.origin, name, fate, expected.get(name)!).catch((error: unknown) =>
        String(error),
      );
      if (fault === '') right.set(fate, (right.get(fate) ?? 0) + 1);
      else wrong.set(`${fate}: ${fault}`, (wrong.get(`${fate}: ${fault}`) ?? 0) + 1);
    }
  }

  const watch = setInterval(() => void memory.push(residentOf(gateway.pid)), 1_000);
  memory.push(residentOf(gateway.pid));
  await Promise.all(Array.from({ length: streams }, lane));
  clearInterval(watch);
  memory.push(residentOf(gateway.pid));
  const open = await openReplies(gateway.origin);
  gateway.stop();
  await behind.close();

  const half = memory.slice(Math.floor(memory.length / 2));
  process.stdout.write(`${streams} streams at once for ${minutes} min\n`);
  for (const [fate, count] of right) process.stdout.write(`  ${fate}: ${count} as they have to be\n`);
  for (const [fault, count] of wrong) process.stdout.write(`  WRONG ${fault}: ${count}\n`);
  process.stdout.write(`  replies still open in the gateway: ${open}\n`);
  process.stdout.write(
    `  memory of the gateway in MiB: ${memory[0]} at first, at most ${Math.max(...memory)}, at most ${Math.max(...half)} in the second half, ${memory.at(-1)} at last\n`,
  );
  return wrong.size === 0 && open === 0;
}

/** Starts the command in a process of its own, so that its memory can be measured. */
async function startCommand(upstream: string) {
  const command = resolve(import.meta.dirname, '../../../src/tools/cli/gateway/run.ts');
  const listen = `127.0.0.1:${await freePort()}`;
  const child = spawn(process.execPath, [command, '--upstream', upstream, '--listen', listen]);
  await once(child.stdout, 'data');
  return { origin: `http://${listen}`, pid: child.pid ?? 0, stop: () => child.kill('SIGKILL') };
}

/** Streams whose clients left end once the gateway has written to them again. */
async function openReplies(origin: string): Promise<number> {
  let open = Number.NaN;
  for (let i = 0; i < 50 && open !== 0; i++) {
    const text = await (await fetch(`${origin}/.stream-fixer/metrics`)).text();
    open = Number(/^stream_fixer_replies_open (-?\d+)$/m.exec(text)?.[1]);
    if (open !== 0) await delay(100);
  }
  return open;
}

/** @returns MiB in memory; 0 without /proc */
function residentOf(pid: number): number {
  try {
    return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}
