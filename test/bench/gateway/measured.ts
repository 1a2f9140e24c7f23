// What is measured of a gateway: the processor time, the memory, and the delay of its replies.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const TICKS = Number(spawnSync('getconf', ['CLK_TCK']).stdout.toString());

export interface Measured {
  readonly name: string;
  readonly origin: string;
  readonly pid: number;
}

/** @returns seconds of processor time that a process has taken, with all its threads */
export function timeOf({ pid }: Measured): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** @returns megabytes of memory that a process holds */
export function memoryOf({ pid }: Measured): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1000;
}

/** Sends a request, and reads the reply. @throws if that is not whole */
export async function ask({ origin }: Measured, path: string, init: RequestInit): Promise<void> {
  const answer = await fetch(origin + path, init);
  if (!(await answer.text()).includes('[DONE]')) throw new Error(`no reply from ${origin}`);
}

/** @returns milliseconds of a processor a request */
export async function costOf(
  gateway: Measured,
  {
    path,
    init,
    requests,
    atOnce,
  }: { path: string; init: RequestInit; requests: number; atOnce: number },
): Promise<number> {
  async function askInTurn(): Promise<void> {
    for (let i = 0; i < requests / atOnce; i++) await ask(gateway, path, init);
  }
  const before = timeOf(gateway);
  await Promise.all(Array.from({ length: atOnce }, askInTurn));
  return ((timeOf(gateway) - before) / requests) * 1000;
}

/** @returns milliseconds that each frame took whose text is the time at which it was sent */
export async function delaysOf(
  { origin }: Measured,
  path: string,
  init: RequestInit,
): Promise<number[]> {
  const { body } = await fetch(origin + path, init);
  const delays: number[] = [];
  for await (const text of body!.pipeThrough(new TextDecoderStream())) {
    const now = performance.now();
    for (const [sent] of text.matchAll(/(?<="content":")[\d.]+(?=")/g))
      delays.push(now - Number(sent));
  }
  return delays;
}

/** @returns megabytes that open replies add */
export async function memoryOfOpen(
  gateway: Measured,
  path: string,
  init: RequestInit,
  count: number,
) {
  const before = memoryOf(gateway);
  const leaving = new AbortController();
  const readers = await Promise.all(
    Array.from({ length: count }, async () => {
      const { body } = await fetch(gateway.origin + path, { ...init, signal: leaving.signal });
      const reader = body!.getReader();
      await reader.read();
      return reader;
    }),
  );
  const open = memoryOf(gateway);
  leaving.abort();
  await Promise.all(readers.map((reader) => reader.closed.catch(() => {})));
  return { before, open };
}
