import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { concat } from '../../src/lib/bytes.ts';
import { createBodyNormalizer } from '../../src/normalizer/bodies/body-normalizer.ts';
import { cleanRequest } from '../../src/normalizer/requests/request-cleaner.ts';
import { on } from '../support/on.ts';
import { bytesOf } from './splits.ts';
import { someOf } from '../support/speed.ts';

/**
 * What people and models write about agents, commits, terminals and this very bug: none of it is a
 * faked call.
 */
const TEXTS = [
  ...readFileSync(
    new URL('../recordings/texts/ordinary-texts.md', import.meta.url),
    'utf8',
  ).matchAll(/^=== (.+)\n([^]*?)\n(?=^=== |$(?![^]))/gm),
].map(([, name = '', text = '']) => ({ name, text }));

const PIECES: Readonly<Record<string, (text: string) => readonly string[]>> = {
  letters: (text) => text.match(/[^]{1,4}/g) ?? [],
  words: (text) => text.match(/\s*\S+|\s+$/g) ?? [],
  whole: (text) => [text],
  lines: (text) => text.match(/.*\n|.+$/g) ?? [],
  paragraphs: (text) => text.match(/\n?.*\n|\n?.+$/g) ?? [],
};

interface Outcome {
  readonly changed: boolean;
  readonly faked: boolean;
  readonly site: boolean;
}

function stream(pieces: readonly string[], isHermes: boolean): Outcome {
  const id = isHermes ? 'chatcmpl-0123456789abcdef0123456789abc' : 'chatcmpl-1';
  const model = isHermes ? 'hermes-agent' : 'm';
  const frame = (delta: object, finish: string | null = null) =>
    `data: ${JSON.stringify({ id, object: 'chat.completion.chunk', model, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const body = bytesOf(
    [
      frame({ role: 'assistant', content: '' }),
      ...pieces.map((content) => frame({ content })),
      frame({}, 'stop'),
      'data: [DONE]\n\n',
    ].join(''),
  );
  let faked = false;
  let site = false;
  const normalizer = createBodyNormalizer({
    contentType: 'text/event-stream',
    isReply: true,
    sessionId: isHermes ? 'api-0123456789abcdef' : null,
    expectsMarkers: () => isHermes,
    report: on({
      progress: ({ progress }) => void (faked ||= progress.provenance === 'imitated'),
      evidence: ({ evidence }) => void (site ||= evidence === 'server' && !isHermes),
    }),
  });
  const out = concat([
    ...(normalizer?.push(body.slice()) ?? []),
    normalizer?.end() ?? new Uint8Array(),
  ]);
  return { changed: Buffer.compare(out, body) !== 0, faked, site };
}

/** Messages of shapes that no dialect knows. */
const SHAPES: Readonly<Record<string, (pieces: readonly string[]) => readonly unknown[]>> = {
  deltas: (pieces) => pieces.map((text) => ({ id: 'm', turn: { text } })),
  states: (pieces) =>
    pieces.map((_, i) => ({ state: [{ from: 'bot', text: pieces.slice(0, i + 1).join('') }] })),
  edits: (pieces) => pieces.map((piece) => ({ data: [['append', ['html', 0], piece]] })),
  answer: (pieces) => [
    { output: pieces.join('') },
    { note: pieces.join(''), list: [{ title: pieces[0] }] },
  ],
};

function unknown(messages: readonly unknown[], isHermes: boolean): Outcome {
  const body = bytesOf(
    messages.map((json) => `event: x\ndata: ${JSON.stringify(json)}\n\n`).join(''),
  );
  let found = false;
  const normalizer = createBodyNormalizer({
    contentType: 'text/event-stream',
    isReply: true,
    expectsMarkers: () => isHermes,
    report: on({ start: () => (found = true) }),
  });
  const out = concat([
    ...(normalizer?.push(body.slice()) ?? []),
    normalizer?.end() ?? new Uint8Array(),
  ]);
  return { changed: found || Buffer.compare(out, body) !== 0, faked: false, site: false };
}

function request(text: string, isHermes: boolean): Outcome {
  const body = JSON.stringify({
    model: isHermes ? 'hermes-agent' : 'llama',
    messages: [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: text },
      { role: 'user', content: 'next' },
    ],
  });
  const cleaned = cleanRequest(body, { expectsMarkers: () => isHermes });
  return { changed: cleaned?.body !== body, faked: false, site: false };
}

/** A chat that the page loads, as Open WebUI stores it. */
function stored(text: string, isHermes: boolean): Outcome {
  const messages = {
    a: { id: 'a', role: 'user', content: 'q' },
    b: { id: 'b', role: 'assistant', content: text },
  };
  const body = bytesOf(
    JSON.stringify({ id: 'c', chat: { history: { messages, currentId: 'b' } } }),
  );
  const url = 'https://chat.example/api/v1/chats/all';
  const expectsMarkers = () => isHermes;
  const normalizer = createBodyNormalizer({
    contentType: 'application/json',
    url,
    isReply: false,
    expectsMarkers,
  });
  const out = concat([
    ...(normalizer?.push(body.slice()) ?? []),
    normalizer?.end() ?? new Uint8Array(),
  ]);
  return {
    changed: normalizer === null || Buffer.compare(out, body) !== 0,
    faked: false,
    site: false,
  };
}

function outcomes(
  isHermes: boolean,
): { readonly name: string; readonly form: string; readonly outcome: Outcome }[] {
  return TEXTS.flatMap(({ name, text }) => [
    ...someOf(Object.entries(PIECES), 2).map(([form, cut]) => ({
      name,
      form,
      outcome: stream(cut(text), isHermes),
    })),
    ...Object.entries(SHAPES).flatMap(([shape, write]) =>
      ['words', 'paragraphs'].map((form) => ({
        name,
        form: `${shape}, ${form}`,
        outcome: unknown(write(PIECES[form]?.(text) ?? []), isHermes),
      })),
    ),
    { name, form: 'request', outcome: request(text, isHermes) },
    { name, form: 'stored', outcome: stored(text, isHermes) },
  ]);
}

test('there are enough texts, and most of them contain what could be a marker', () => {
  expect(TEXTS.length).toBeGreaterThan(200);
  expect(
    TEXTS.filter(({ text }) => /`\p{Extended_Pictographic}/u.test(text)).length,
  ).toBeGreaterThan(150);
});

test('on a plain site nothing is changed, and nothing is learned about the site', () => {
  expect(
    outcomes(false).filter(({ outcome }) => outcome.changed || outcome.faked || outcome.site),
  ).toEqual([]);
});

test('on a Hermes site at most one text of a hundred is changed, and none is called a faked call', () => {
  const all = outcomes(true);
  const changed = new Set(all.filter(({ outcome }) => outcome.changed).map(({ name }) => name));

  console.log(
    `On a Hermes site ${changed.size} of ${TEXTS.length} texts are changed: ${[...changed].join(', ')}`,
  );
  expect(all.filter(({ outcome }) => outcome.faked)).toEqual([]);
  expect(changed.size).toBeLessThanOrEqual(TEXTS.length / 100);
});
