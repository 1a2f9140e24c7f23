import { request } from 'node:http';

import { gatewayTo, startBehind } from '../../gateway/behind.ts';
import { quantile } from '../quantile.ts';
import { startNginx } from './nginx.ts';

const MIB = 1024 * 1024;
const CHAT = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'go' }] });

/** A reply of this size, as an agent writes it: one word per frame. */
function replyOf(bytes: number): Buffer {
  const frames: string[] = [];
  const envelope = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm' };
  for (let size = 0, i = 0; size < bytes; i++) {
    const delta = { content: `word${i} ` };
    const frame = `data: ${JSON.stringify({ ...envelope, choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`;
    frames.push(frame);
    size += frame.length;
  }
  const last = { ...envelope, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
  return Buffer.from(`${frames.join('')}data: ${JSON.stringify(last)}\n\ndata: [DONE]\n\n`);
}

/** @returns bytes of the answer */
function ask(origin: string, path: string, onData: (part: Buffer) => void = () => {}): Promise<number> {
  return new Promise((done, fail) => {
    const headers = { 'content-type': 'application/json' };
    const asked = request(origin + path, { method: 'POST', headers }, (response) => {
      let bytes = 0;
      response.on('data', (part: Buffer) => {
        bytes += part.length;
        onData(part);
      });
      response.on('end', () => done(bytes)).on('error', fail);
    });
    asked.on('error', fail).end(CHAT);
  });
}

/** Frames of the stream that measures delays, and ms between two of them. */
const FRAMES = 400;
const PAUSE = 5;

/**
 * Compares throughput and delay directly from the server, through nginx and through the gateway, in turn in one run.
 */
export async function reportComparison(megabytes: number, rounds: number): Promise<void> {
  const reply = replyOf(megabytes * MIB);
  const behind = await startBehind(async ({ path }, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (path !== '/paced/v1/chat/completions') return response.end(reply);
    for (let i = 0; i < FRAMES; i++) {
      response.write(`data: {"choices":[{"index":0,"delta":{"content":"${performance.now()} "}}]}\n\n`);
      await new Promise((done) => setTimeout(done, PAUSE));
    }
    response.end('data: [DONE]\n\n');
  });
  const nginx = await startNginx(behind.origin);
  const gateway = await gatewayTo(behind.origin);
  const ways = [
    ['straight', behind.origin],
    ...(nginx ? [['nginx', nginx.origin]] : []),
    ['gateway', gateway.origin],
  ] as [string, string][];
  if (!nginx) process.stdout.write('nginx: skipped, it is not installed (apt-get install nginx-light)\n');

  const speeds = new Map<string, number[]>();
  const delays = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++) {
    for (const [name, origin] of ways) {
      for (const streams of [1, 20]) {
        const begun = performance.now();
        const path = '/whole/v1/chat/completions';
        const sizes = await Promise.all(Array.from({ length: streams }, () => ask(origin, path)));
        const lost = sizes.find((size) => size !== reply.length);
        if (lost !== undefined) throw new Error(`${name}: ${lost} bytes came of ${reply.length}.`);
        const seconds = (performance.now() - begun) / 1000;
        add(speeds, `${name} ${streams}`, (streams * reply.length) / MIB / seconds);
      }
      await ask(origin, '/paced/v1/chat/completions', (part) => {
        const now = performance.now();
        for (const [, sent] of part.toString().matchAll(/"content":"([\d.]+) /g)) add(delays, name, now - Number(sent));
      });
    }
  }
  process.stdout.write(`replies of ${megabytes} MiB, ${rounds} rounds, median; delay of a frame, ${FRAMES} a round\n`);
  process.stdout.write(`${'way'.padEnd(10)}1 stream    20 streams  delay p50   p99\n`);
  for (const [name] of ways) {
    const [one, many] = [1, 20].map(
      (streams) => `${quantile(speeds.get(`${name} ${streams}`) ?? [], 0.5).toFixed(0)} MiB/s`,
    );
    const [middle, high] = [0.5, 0.99].map((share) => `${quantile(delays.get(name) ?? [], share).toFixed(2)} ms`);
    process.stdout.write(`${name.padEnd(10)}${one?.padEnd(12)}${many?.padEnd(12)}${middle?.padEnd(12)}${high}\n`);
  }
  await gateway.close();
  nginx?.close();
  await behind.close();
}

function add(lists: Map<string, number[]>, name: string, value: number): void {
  lists.set(name, [...(lists.get(name) ?? []), value]);
}
