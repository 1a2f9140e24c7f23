import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readResponse, type RecordedResponse } from '../../../src/tools/cli/http-response.ts';
import { isObject } from '../../../src/normalizer/json/json-edit.ts';
import {
  bytesOf,
  cutsOf,
  endsEvery,
  normalizeCut,
  sameBytes,
  textOf,
  type Normalized,
} from '../splits.ts';
import { wrongIn } from '../../support/lists.ts';

/**
 * One stream of every dialect: written by hand in the shapes that their clients read, but for
 * LobeHub's, which is what the server of 1.143.3 sent. Each has a marker as exactly one delta, one
 * that comes in pieces, and code spans that are not markers.
 */
const FOLDER = new URL('../../recordings/dialects/', import.meta.url);

const TEXT = 'Let me check. \n\nAll done: `code` stays.\n- `⏰ kept`\nEnd.';
const FIRST = 'Let me check. \n\nAll done: `code` stays.\n';

/** What pages read of their messages; a bare value is `value`. */
interface Json {
  readonly value?: unknown;
  readonly type?: string;
  readonly message?: { readonly content: string };
  readonly response?: string;
  readonly token?: string;
  readonly delta?: string;
  readonly text?: string;
  readonly textResponse?: string;
  readonly answer?: string;
  readonly thought?: string;
  readonly messages?: readonly { readonly content: string }[];
  readonly data?: {
    readonly delta?: { readonly content: readonly Part[] };
    readonly outputs?: { readonly answer: string; readonly text: string };
  };
  readonly resumeState?: { readonly aggregatedContent: readonly Part[] };
  readonly responseMessage?: { readonly text: string; readonly content: readonly Part[] };
}

interface Part {
  readonly text: unknown;
}

interface Stream {
  readonly name: string;
  /** The text of a message, as the page joins it. */
  said(json: Json, event: string | null): unknown;
  /** More texts of the reply in the stream. */
  copies?(json: Json): readonly unknown[];
  readonly expectedCopies?: readonly string[];
  /** How often a marker occurs in texts of others, which stay. */
  readonly foreign?: number;
  readonly text?: string;
  readonly events: readonly string[];
}

/** A server in between may run its own tools, so the marker in pieces is not reported. */
const TOLD = ['marker 💻 running unknown', 'marker 💻 ended unknown'];
const CERTAIN = [...TOLD, 'marker ⏰ ended imitated'];

const STREAMS: readonly Stream[] = [
  { name: 'ollama-chat', said: ({ message }) => message?.content, events: CERTAIN },
  { name: 'ollama-generate', said: ({ response }) => response, events: CERTAIN },
  { name: 'koboldcpp', said: ({ token }) => token, events: CERTAIN },
  {
    name: 'ai-sdk-messages',
    said: ({ type, delta }) => (type === 'text-delta' ? delta : null),
    foreign: 2,
    text: `${FIRST}\n- \`⏰ kept\`\nEnd.`,
    events: TOLD,
  },
  {
    name: 'ai-sdk-data',
    said: ({ value }, event) => (event === '0' ? value : null),
    foreign: 1,
    events: TOLD,
  },
  {
    name: 'ag-ui',
    said: ({ type, delta }) => (type === 'TEXT_MESSAGE_CONTENT' ? delta : null),
    copies: ({ messages }) => [messages?.[1]?.content],
    expectedCopies: [TEXT],
    foreign: 2,
    events: TOLD,
  },
  {
    name: 'lobehub',
    said: ({ value }, event) => (event === 'text' ? value : null),
    foreign: 1,
    events: ['event 💻 running server', 'event 💻 unknown server', 'marker ⏰ ended imitated'],
  },
  {
    // The text so far ends with a line feed that is removed with the marker after it.
    name: 'libre-chat',
    said: ({ data }) => data?.delta?.content[0]?.text,
    copies: ({ resumeState, responseMessage: m }) => [
      resumeState?.aggregatedContent[1]?.text,
      m?.text,
      m?.content[0]?.text,
      valueOf(m?.content[1]?.text),
    ],
    expectedCopies: [FIRST.slice(0, -1), TEXT, TEXT, TEXT],
    foreign: 3,
    events: TOLD,
  },
  {
    name: 'hf-chat-ui',
    said: ({ token }) => token?.replaceAll('\0', ''),
    copies: ({ type, text }) => (type === 'finalAnswer' ? [text] : []),
    expectedCopies: [TEXT],
    foreign: 2,
    events: TOLD,
  },
  { name: 'anything-llm', said: ({ textResponse }) => textResponse, events: TOLD },
  {
    name: 'dify',
    said: ({ answer }) => answer,
    copies: ({ thought, data }) => [thought, data?.outputs?.answer, data?.outputs?.text],
    expectedCopies: [TEXT, TEXT, TEXT],
    foreign: 1,
    events: TOLD,
  },
];

function valueOf(text: unknown): unknown {
  return isObject(text) ? text.value : undefined;
}

function recording(name: string): RecordedResponse {
  return readResponse(readFileSync(new URL(`${name}.txt`, FOLDER)));
}

function normalize({ body, contentType }: RecordedResponse, ends: readonly number[]): Normalized {
  return normalizeCut(body, ends, { contentType });
}

/** Reads frames and lines as simply as a page may. */
function messagesOf(body: string): { readonly event: string | null; readonly json: Json }[] {
  const frames = body.includes('data:') ? body.split('\n\n') : body.split('\n');
  return frames.flatMap((frame) => {
    const event = /^event: (.*)$/m.exec(frame)?.[1] ?? /^([0-9a-k]):/.exec(frame)?.[1] ?? null;
    const data = frame.replace(/^[^]*?data: |^[0-9a-k]:/, '').trim();
    if (data === '' || data === '[DONE]') return [];
    const json: unknown = JSON.parse(data);
    return [{ event, json: isObject(json) ? json : { value: json } }];
  });
}

test('there is a stream for every row, and a row for every stream', () => {
  expect(
    wrongIn(
      'STREAMS in test/normalizer/dialects/streams.test.ts',
      STREAMS.map(({ name }) => `${name}.txt`),
      readdirSync(FOLDER),
    ),
  ).toEqual([]);
});

test.each(STREAMS)(
  '$name: deltas and copies are cleaned, texts of others stay, tools are reported',
  (stream) => {
    const recorded = recording(stream.name);

    const { bytes, events } = normalize(recorded, []);
    const messages = messagesOf(textOf(bytes));

    expect(messages.map(({ json, event }) => String(stream.said(json, event) ?? '')).join('')).toBe(
      stream.text ?? TEXT,
    );
    expect(
      messages
        .flatMap(({ json }) => stream.copies?.(json) ?? [])
        .filter((text) => text !== undefined),
    ).toEqual(stream.expectedCopies ?? []);
    const left = JSON.stringify(messages).split('`⏰ ').length - 1;
    expect(left - (stream.expectedCopies ?? []).filter((text) => text === TEXT).length).toBe(
      1 + (stream.foreign ?? 0),
    );
    expect(
      events.map(
        ({ source, emoji, status, provenance }) => `${source} ${emoji} ${status} ${provenance}`,
      ),
    ).toEqual(stream.events);
  },
);

test.each(STREAMS)('$name: cut anywhere it gives the bytes and events of the whole', ({ name }) => {
  const recorded = recording(name);
  const whole = normalize(recorded, []);
  const cuts = [1, 2, 3, 7, 64].map((size) => endsEvery(recorded.body.length, size));
  // All trailing blanks are treated alike.
  const length = textOf(recorded.body).trimEnd().length;
  for (const at of cutsOf(recorded.body.subarray(0, length + 200))) cuts.push([at]);

  const wrong = cuts.filter((ends) => {
    const cut = normalize(recorded, ends);
    return (
      !sameBytes(cut.bytes, whole.bytes) ||
      cut.markers !== whole.markers ||
      JSON.stringify(cut.events) !== JSON.stringify(whole.events)
    );
  });

  expect(wrong).toEqual([]);
});

test.each(STREAMS)('$name: the output is clean, and passes unchanged', ({ name }) => {
  const recorded = recording(name);
  const clean = { ...recorded, body: normalize(recorded, []).bytes };
  expect(sameBytes(normalize(clean, []).bytes, clean.body)).toBe(true);
});

test.each(STREAMS)('$name: it passes byte-identical without markers', ({ name }) => {
  const recorded = recording(name);
  // An emoji of no tool.
  const text = textOf(recorded.body)
    .replaceAll(/💻|⏰/g, '🦄')
    .replaceAll(/\\ud83d\\udcbb|\\u23f0/g, String.raw`\ud83e\udd84`);
  const body = bytesOf(text);
  expect(text).toMatch(/🦄|\\ud83e\\udd84/);
  for (const size of [0, 1, 5, 64])
    expect(
      sameBytes(normalize({ ...recorded, body }, endsEvery(body.length, size)).bytes, body),
    ).toBe(true);
  for (const at of cutsOf(body))
    expect(sameBytes(normalize({ ...recorded, body }, [at]).bytes, body)).toBe(true);
});
