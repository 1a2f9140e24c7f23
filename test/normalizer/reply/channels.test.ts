import { expect, test } from 'vitest';
import { createBodyNormalizer } from '../../../src/normalizer/bodies/body-normalizer.ts';
import { cleanEveryCut as clean, framesOf as frames } from '../clean-frames.ts';
import { bytesOf, chunkJson, joinedText, textOf } from '../splits.ts';

test('a text left in the middle of a marker does not hold up the others', () => {
  const text = (id: string, type: string, delta?: string): string =>
    JSON.stringify({ type: `text-${type}`, id, delta });
  const normalizer = createBodyNormalizer({ contentType: 'text/event-stream', isReply: true });
  const push = (data: string): string => textOf(normalizer?.push(bytesOf(frames(data))) ?? []);
  push(text('a', 'start'));
  push(text('b', 'start'));
  push(text('a', 'delta', '`⏰ li'));
  const out = Array.from({ length: 40 }, () => push(text('b', 'delta', 'word ')));

  expect(out.findIndex((each) => each !== '')).toBeLessThan(40);
  expect(out.at(-1)).toBe(frames(text('b', 'delta', 'word ')));
});

test('beside a long label, other texts wait for 4096 characters of both', () => {
  const normalizer = createBodyNormalizer({ contentType: 'text/event-stream', isReply: true });
  let waits = 0;
  let most = 0;
  const push = (index: number, content: string): void => {
    const out = textOf(normalizer?.push(bytesOf(frames(chunkJson(content, { index })))) ?? []);
    waits = out === '' ? waits + content.length : 0;
    most = Math.max(most, waits);
  };
  push(0, '`⏰ ');
  for (let i = 0; i < 400; i++) {
    push(0, 'x'.repeat(5));
    push(1, 'y'.repeat(50));
  }

  expect(most).toBeGreaterThan(3500);
  expect(most).toBeLessThanOrEqual(4096);
});

test('a second choice is seen while the first passes unread', () => {
  for (const spaced of [false, true]) {
    const chunk = (index: number, content: string): string => {
      const json = chunkJson(content, { index });
      return spaced ? json.replaceAll('":', '": ') : json;
    };
    for (const first of ['`⏰', '`', '\n`⏰', '']) {
      const rest = '\n`⏰ list`\n\nTwo'.slice(
        '\n'.length + (first === '' ? 0 : first.replace('\n', '').length),
      );
      const body = frames(
        ...['One ', 'is ', 'here '].map((text) => chunk(0, text)),
        chunk(1, first),
        chunk(0, 'and '),
        chunk(1, rest),
        chunk(0, 'there'),
        chunk(1, '.'),
        '[DONE]',
      );
      const out = clean(body);
      expect([joinedText(out, 0), joinedText(out, 1)]).toEqual(['One is here and there', '\nTwo.']);
    }
  }
});

/** The id of a chunk of Hermes. */
const HERMES = { id: `chatcmpl-${'a1'.repeat(14)}f` };

test('after an injected marker in the middle of a line the next text begins a line, as it must', () => {
  const said = (...deltas: readonly string[]): string =>
    joinedText(clean(frames(...deltas.map((delta) => chunkJson(delta, HERMES)), '[DONE]')));

  expect(said('1. First:', '\n`💻 ls`\n', '2. Second')).toBe('1. First:\n2. Second');
  expect(said('1. First:', '\n`💻 ls`\n', '\n`🔍 x`\n', '2. Second')).toBe('1. First:\n2. Second');
  expect(said('Check.', '\n`💻 ls`\n', '\n\nDone')).toBe('Check.\n\nDone');
  expect(said('\n`💻 ls`\n', 'Done')).toBe('Done');
  expect(said('Check.', '\n`💻 ls`\n')).toBe('Check.');
});

test('in a code block a delta like an injected marker is code, unless the server is known to inject', () => {
  const body = (id: string): string =>
    frames(
      ...['Look:\n', '```\n', 'a', '\n`💻 ls`\n', '```\n'].map((delta) => chunkJson(delta, { id })),
      '[DONE]',
    );

  expect(clean(body('chatcmpl-1'))).toBe(body('chatcmpl-1'));
  expect(joinedText(clean(body(HERMES.id)))).toBe('Look:\n```\na\n```\n');
});
