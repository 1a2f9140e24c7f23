import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createOpenWebuiClient } from '../../../src/cli/open-webui-client.ts';
import { createSocketNormalizer } from '../../../src/normalizer/socket-normalizer.ts';

const FOLDER = new URL('../../recordings/open-webui/', import.meta.url);
const NAMES = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl'));

interface Entry {
  readonly kind: string;
  readonly data: string;
}

function received(name: string): string[] {
  const entries = readFileSync(new URL(name, FOLDER), 'utf8').trim().split('\n').map((line) => JSON.parse(line) as Entry);
  return entries.filter(({ kind }) => kind === 'ws-in').map(({ data }) => data);
}

const TEXTS: Readonly<Record<string, string>> = {
  markers: 'Let me check. \n\nAll done: `code` stays.',
  imitated: 'Sure.\n\nDone now.',
  hermes: 'Now a failing one. \n\nFinished `three` calls.',
  companion: 'Now a failing one. \n\nFinished `three` calls.',
  direct: 'Now a failing one. \n\nFinished `three` calls.',
};

function scenarioOf(name: string): string {
  return /-(\w+)\.jsonl$/.exec(name)?.[1] ?? '';
}

/** What the page shows of every message after every frame, as `id text`. */
function shownBy(frames: readonly string[]): { moments: string[][]; last: Map<string, string> } {
  const client = createOpenWebuiClient();
  const moments = frames.map((frame) => {
    client.receive(frame);
    return [...client.messages()].filter(([, { role }]) => role !== 'user').map(([, { content }]) => content);
  });
  const last = new Map([...client.messages()].filter(([, { role }]) => role !== 'user').map(([id, { content }]) => [id, content]));
  return { moments, last };
}

test('there are recordings of every generation', () => {
  for (const version of ['0.5.7', '0.6.43', '0.8.12', '0.9.6', '0.11.0', '0.12.4']) {
    expect(NAMES.some((name) => name.startsWith(version))).toBe(true);
  }
});

test.each(NAMES)('%s: the page ends with the expected texts and never shows a piece of a marker', (name) => {
  const socket = createSocketNormalizer({});
  const expected = TEXTS[scenarioOf(name)] ?? '';

  const { moments, last } = shownBy(received(name).map((frame) => socket.receive(frame)));

  expect(last.size).toBe(scenarioOf(name) === 'markers' ? 2 : 1);
  for (const text of last.values()) expect(text).toBe(expected);
  // The server trims the text of Hermes at the end only, so blanks at its edges come and go.
  const blanks = scenarioOf(name) !== 'markers' && scenarioOf(name) !== 'imitated';
  for (const text of moments.flat()) expect(expected).toSatisfy((whole: string) => whole.startsWith(blanks ? text.trim() : text));
});

test.each(NAMES)('%s: nothing but texts with markers is changed, and frames without are the same strings', (name) => {
  const frames = received(name);
  const socket = createSocketNormalizer({});

  const changed = frames.filter((frame) => {
    const cleaned = socket.receive(frame);
    // Only what is a marker, or may become one, leaves a frame: it gets shorter, or takes up what was held before.
    if (cleaned !== frame) expect(JSON.parse(cleaned.slice(2))).toBeInstanceOf(Array);
    return cleaned !== frame;
  });

  const marked = scenarioOf(name) === 'markers' || scenarioOf(name) === 'imitated';
  expect(changed.length > 0).toBe(marked);
  // What is not a text of the reply keeps its every character.
  for (const frame of changed) expect(frame).toMatch(/chat:completion|response:completion|chat:outlet|chat:title/);
});

test.each(NAMES.filter((name) => scenarioOf(name) === 'markers'))('%s: no cleaned frame holds a marker, in text, copy or title', (name) => {
  const socket = createSocketNormalizer({});
  const cleaned = received(name).map((frame) => socket.receive(frame));

  expect(received(name).join('\n')).toMatch(/⏰|\\u23f0/);
  expect(cleaned.filter((frame) => /⏰|💻|\\u23f0|\\ud83d/.test(frame))).toEqual([]);
  const own = cleaned.filter((frame, i) => frame !== received(name)[i]);
  // 0.12 sends raw UTF-8, earlier versions ASCII; both stay as they are.
  expect(own.every((frame) => /^[ -~]*$/.test(frame))).toBe(true);
});

test.each(NAMES)('%s: as long-polling payloads it gives the same frames', (name) => {
  const frames = received(name);
  const one = createSocketNormalizer({});
  const other = createSocketNormalizer({});

  const single = frames.map((frame) => one.receive(frame));

  expect(other.receivePayload(frames.join('\u001e'))).toBe(single.join('\u001e'));
});

test.each(NAMES)('%s: fed twice, to two sockets in turn, each gives the same', (name) => {
  const frames = received(name);
  const [first, second] = [createSocketNormalizer({}), createSocketNormalizer({})];

  for (const frame of frames) expect(first.receive(frame)).toBe(second.receive(frame));
});
