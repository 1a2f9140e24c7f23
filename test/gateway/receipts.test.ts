/**
 * The line that sums up a reply: the gateway's, of streams of which the companion says the same.
 */
import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { RECEIPTS, type ReceiptCase } from '../companion/receipt-cases.ts';
import { gatewayTo, startBehind } from './behind.ts';

/** @returns the words of the last status line; '' if there is none */
function lastWords(text: string): string {
  const lines = [...text.matchAll(/^data: (\{"event":\{"type":"status".*\})$/gm)].map(
    ([, json = '']) =>
      JSON.parse(json) as { event: { data: { description: string; done: boolean } } },
  );
  expect(lines.every(({ event }) => event.data.done)).toBe(true);
  return lines.at(-1)?.event.data.description ?? '';
}

/**
 * Asks for a stream; time passes for its server alone.
 * @returns what arrives, also of a broken one
 */
async function ask({ frames, record, takes, how }: ReceiptCase): Promise<string> {
  let now = 1_900_000_000_000;
  vi.spyOn(Date, 'now').mockImplementation(() => now);
  const behind = await startBehind(({ path }, response: ServerResponse) => {
    if (path.startsWith('/api/sessions/')) return response.end(record ? recent(record, now) : '');
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'x-hermes-session-id': 'api-0123456789abcdef',
    });
    now += takes * 1000;
    if (how !== 'lost') return response.end(frames.join(''));
    return response.write(frames.join(''), () => response.destroy());
  });
  const gateway = await gatewayTo(behind.origin, '--progress', 'open-webui');
  onTestFinished(async () => {
    vi.restoreAllMocks();
    await gateway.close();
    await behind.close();
  });
  const answer = await fetch(`${gateway.origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"model":"hermes-agent","stream":true,"messages":[{"role":"user","content":"Hi"}]}',
  });
  let text = '';
  try {
    for await (const bytes of answer.body!) text += Buffer.from(bytes).toString();
  } catch {
    expect(how).toBe('lost');
  }
  return text;
}

/** @returns a record whose entries are written now, unless they say when */
function recent(record: string, now: number): string {
  const { data } = JSON.parse(record) as { data: readonly { readonly at?: number }[] };
  const timed = data.map(({ at = 0, ...entry }) => ({ ...entry, timestamp: now / 1000 + at }));
  return JSON.stringify({ data: timed });
}

const OURS = RECEIPTS.filter(({ only }) => only !== 'companion');

test.each(OURS)('$what', async (asked) => {
  const text = await ask(asked);

  expect(lastWords(text)).toBe(asked.receipt);
  expect(text).not.toMatch(/canary|secret1"/);
});
