import { createServer, type ServerResponse } from 'node:http';
import type { Page } from 'puppeteer-core';
import { beforeAll, expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { openHooked, stageIn } from '../support/compliance/observe.ts';
import { listen } from '../support/listen.ts';

const TOOL = '{"tool":"web","emoji":"🔍","label":"weather in Øslo","toolCallId":"c1","status":"running"}';
const DELTAS = [
  'Grüße 😀.',
  '\n`⏰ li',
  'st`\n',
  '\nNext ',
  'line',
  '.\n`⏰ run`\n\n\n',
  '```\n',
  '`⏰ code`\n\n',
  '```\n',
  'End',
];
const RAW = DELTAS.join('');

/** The server's stream, like llama.cpp's, with a tool event as from an agent behind that protocol. */
const STREAM = Buffer.from(
  [
    ...DELTAS.map(
      (content, i) =>
        `${i === 4 ? `event: hermes.tool.progress\ndata: ${TOOL}\n\n` : ''}data: ${JSON.stringify({ choices: [{ finish_reason: null, index: 0, delta: { content } }], object: 'chat.completion.chunk' })}\n\n`,
    ),
    `data: ${JSON.stringify({ choices: [{ finish_reason: 'stop', index: 0, delta: {} }] })}\n\n`,
    'data: [DONE]\n\n',
  ].join(''),
);

let base = '';
/** Offsets from which a rest was requested. */
let asked: number[] = [];
/** The stream that goes silent. Firefox closes a connection only when something unwanted arrives. */
let silent: ServerResponse | null = null;

/** `POST /v1/chat/completions` streams up to a byte, then breaks or goes silent; `GET /v1/stream` delivers the rest. */
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://server');
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-headers', '*');
  if (request.method === 'OPTIONS') return void response.writeHead(204).end();
  request.resume();
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  if (pathname === '/v1/stream') {
    const from = Number(searchParams.get('from'));
    asked.push(from);
    silent?.destroy();
    return void response.end(STREAM.subarray(from));
  }
  stream(response, Number(searchParams.get('cut')), searchParams.get('then') === 'break');
});

/** In two writes, so that the page reads more than once; the first ends with a frame. */
function stream(response: ServerResponse, cut: number, breaks: boolean): void {
  silent = response;
  const half = STREAM.lastIndexOf('\n\n', cut - 2) + 2;
  response.write(STREAM.subarray(0, half));
  setTimeout(() => {
    response.write(STREAM.subarray(half, cut));
    // Later, so that everything written before is sent in time.
    if (breaks) setTimeout(() => response.socket?.resetAndDestroy(), 50);
  }, 20);
}

beforeAll(async () => {
  const { port, close } = await listen(server);
  base = `http://127.0.0.1:${port}`;
  return close;
});

interface Visit {
  readonly text: string;
  /** After the last line that was read. */
  readonly from: number;
  readonly finished: boolean;
}

interface Task {
  readonly base: string;
  readonly cut: number;
  /** `break`: the server breaks the connection; `cancel`: the page cancels when nothing arrives. */
  readonly then: 'break' | 'cancel';
  /** The state left by a first visit; null: the stream begins. */
  readonly before: Visit | null;
  /** How often the page resumes before it gives up. */
  readonly rests: number;
}

/** Runs in the page: reads, counts and resumes as llama-ui does (tools/ui, chat.service.ts). */
async function readAsLlamaUi({ base, cut, then, before, rests }: Task): Promise<Visit> {
  let { text, from, finished } = before ?? { text: '', from: 0, finished: false };

  async function read(response: Response): Promise<void> {
    const reader = response.body!.getReader();
    const decoder = new TextDecoder();
    const start = from;
    let bytes = 0;
    let chunk = '';
    while (!finished) {
      const quiet = then === 'cancel' ? setTimeout(() => void reader.cancel(), 400) : 0;
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
      clearTimeout(quiet);
      if (done || !value) return;
      bytes += value.byteLength;
      chunk += decoder.decode(value, { stream: true });
      const lines = chunk.split('\n');
      chunk = lines.pop() ?? '';
      from = start + bytes - new TextEncoder().encode(chunk).byteLength;
      for (const line of lines) {
        if (!line.startsWith('data: ')) continue;
        const data = line.slice(6).trim();
        if (data === '[DONE]') finished = true;
        else
          text +=
            (JSON.parse(data) as { choices?: { delta?: { content?: string } }[] }).choices?.[0]?.delta?.content ?? '';
      }
    }
  }

  if (!before) {
    await read(
      await fetch(`${base}/v1/chat/completions?cut=${cut}&then=${then}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'X-Conversation-Id': `${cut}::model` },
        body: JSON.stringify({ messages: [{ role: 'user', content: 'Hello' }], stream: true }),
      }),
    );
  }
  for (let i = 0; i < rests && !finished; i++)
    await read(await fetch(`${base}/v1/stream?conv_id=${encodeURIComponent(`${cut}::model`)}&from=${from}`));
  return { text, from, finished };
}

/** Bytes at which a connection is lost: in a marker, in a tool event, in a blank line, in code. */
const CUTS = [
  STREAM.indexOf('st`') + 1,
  STREAM.indexOf('data: {"tool') + 30,
  STREAM.indexOf('event: ') - 1,
  STREAM.indexOf('⏰ code') - 20,
];

function visit(page: Page, task: Partial<Task>): Promise<Visit> {
  const whole: Task = { base, cut: 0, then: 'cancel', before: null, rests: 0, ...task };
  return page.evaluate(readAsLlamaUi, whole);
}

/** @returns what a page reads of streams that are lost at each of those bytes */
async function readAll(page: Page, cuts: readonly number[], then: Task['then']): Promise<Visit[]> {
  const visits: Visit[] = [];
  for (const cut of cuts) visits.push(await visit(page, { cut, then, rests: 3 }));
  return visits;
}

test.each(BROWSERS)(
  'in %s a stream that breaks, or that the page cancels, resumes at the same bytes as natively',
  async (kind) => {
    const { server: site, hooked, plain } = await stageIn(kind);
    const offsets: number[][] = [];
    await openHooked(hooked, site.hooked);
    await plain.goto(site.plain);
    for (const page of [hooked, plain]) {
      asked = [];
      await page.bringToFront();
      for (const then of ['break', 'cancel'] as const)
        expect(await readAll(page, CUTS, then), then).toEqual(
          CUTS.map(() => ({ text: RAW, from: STREAM.length, finished: true })),
        );
      offsets.push(asked);
    }

    expect(offsets[0]).toHaveLength(2 * CUTS.length);
    expect(offsets[0]).toEqual(offsets[1]);
  },
  120_000,
);

test.each(BROWSERS)(
  'in %s a reloaded page resumes at the byte it had counted, or from the start',
  async (kind) => {
    const { server: site, hooked } = await stageIn(kind);
    const cut = STREAM.indexOf('Next ');
    await hooked.bringToFront();
    await openHooked(hooked, site.hooked);
    const before = await visit(hooked, { cut });
    expect(before.finished).toBe(false);

    for (const had of [before, { text: '', from: 0, finished: false }]) {
      await openHooked(hooked, site.hooked);
      const after = await visit(hooked, { cut, before: had, rests: 1 });
      expect(after.from).toBe(STREAM.length);
      expect(after.finished).toBe(true);
      expect(after.text).toBe(RAW);
    }
  },
  60_000,
);
