import { expect, test } from 'vitest';
import { createBodyNormalizer } from '../../../src/normalizer/bodies/body-normalizer.ts';
import { bytesOf, joinedText, textOf } from '../splits.ts';
import { chunk, repaired, sse } from './repaired.ts';

const ON = new Set(['cumulative-text']);
const WORDS = ['The', ' quick', ' brown fox', ' jumps over', ' the lazy', ' dog, and', ' sleeps.'];
const END = sse(chunk({}, 'stop'), '[DONE]');

/** Texts that each repeat what came before. */
function cumulative(words: readonly string[]): string[] {
  return words.map((_, i) => words.slice(0, i + 1).join(''));
}

function body(texts: readonly string[]): string {
  return (
    sse(chunk({ role: 'assistant', content: '' }), ...texts.map((content) => chunk({ content }))) +
    END
  );
}

test('texts that each repeat all before them are cut to their new parts', () => {
  expect(repaired(body(cumulative(WORDS)), ON)).toBe(body(WORDS));
  const once = [...cumulative(WORDS), WORDS.join('')];
  expect(repaired(body(once), ON)).toBe(body([...WORDS, '']));
});

test('a marker is found in the new texts, even across deltas', () => {
  expect(
    joinedText(
      repaired(
        body(cumulative(['The weather report.\n', '`⏰', ' list`', '\n', '\nIt is', ' here.'])),
        ON,
      ),
    ),
  ).toBe('The weather report.\nIt is here.');
});

test('frames between the texts keep their positions', () => {
  const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = ''] = cumulative(
    WORDS,
  ).map((content) => sse(chunk({ content })));
  const between = ': a\n\n' + sse({ choices: [], usage: { total_tokens: 1 } });
  const [, ...news] = WORDS.slice(0, 6).map((content) => sse(chunk({ content })));
  expect(
    repaired(
      first + between + second + between + third + fourth + between + fifth + sixth + END,
      ON,
    ),
  ).toBe(
    first +
      between +
      (news[0] ?? '') +
      between +
      (news[1] ?? '') +
      (news[2] ?? '') +
      between +
      (news[3] ?? '') +
      (news[4] ?? '') +
      END,
  );
});

test('anything uncertain stays unchanged', () => {
  const bodies: readonly (readonly string[])[] = [
    WORDS,
    cumulative(WORDS.slice(0, 3)),
    cumulative(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']),
    cumulative(WORDS.slice(0, 2)),
    cumulative(['a'.repeat(25), 'b', 'c']),
    [...cumulative(WORDS.slice(0, 3)), ' and so on'],
    Array.from({ length: 6 }, () => '-'.repeat(30)),
    ['*', '**', '***', '*', '**', '***'],
    [...WORDS, ...cumulative(WORDS)],
    ['a', 'ab', 'b', ...cumulative(WORDS)],
  ];
  for (const texts of bodies) {
    expect(repaired(body(texts), ON)).toBe(body(texts));
    expect(repaired(body(texts).replace(END, ''), ON)).toBe(body(texts).replace(END, ''));
  }
  expect(repaired(body(cumulative(WORDS)))).toBe(body(cumulative(WORDS)));
});

test('with a second choice everything stays unchanged', () => {
  const texts = cumulative(WORDS).map((content) => chunk({ content }));
  const other = {
    ...chunk({}),
    choices: [{ index: 1, delta: { content: 'x' }, finish_reason: null }],
  };
  for (const at of [0, 1, 2, 3]) {
    const all = sse(...texts.slice(0, at), other, ...texts.slice(at)) + END;
    expect(repaired(all, ON)).toBe(all);
  }
});

test('a text that no longer repeats, and all after it, passes', () => {
  const texts = [...cumulative(WORDS), 'Something else', 'Something else again'];
  expect(repaired(body(texts), ON)).toBe(
    body([...WORDS, 'Something else', 'Something else again']),
  );
});

test('only a limited number of frames is held', () => {
  const start = sse(...['a', 'ab'].map((content) => chunk({ content })));
  const all = start + ': a\n\n'.repeat(120) + END;
  const normalizer = createBodyNormalizer({
    contentType: 'text/event-stream',
    isReply: true,
    repairs: ON,
  });
  if (!normalizer) throw new Error('no normalizer');
  const out = normalizer
    .push(bytesOf(start + ': a\n\n'.repeat(120)))
    .map(textOf)
    .join('');
  expect(out).toBe(all.replace(END, ''));
  expect(repaired(all, ON)).toBe(all);
});

test('an ordinary stream waits for nothing', () => {
  const normalizer = createBodyNormalizer({
    contentType: 'text/event-stream',
    isReply: true,
    repairs: ON,
  });
  for (const content of WORDS)
    expect(normalizer?.push(bytesOf(sse(chunk({ content }))))).toHaveLength(1);
});

test('an unreadable frame releases what was held', () => {
  const held = bytesOf(
    sse(
      ...cumulative(WORDS)
        .slice(0, 2)
        .map((content) => chunk({ content })),
    ),
  );
  for (const rest of [
    Uint8Array.from([...bytesOf('data: `'), 0xff, 10, 10]),
    bytesOf(`data: ${'x'.repeat(9 * 1024 * 1024)}\n\n`),
  ]) {
    const normalizer = createBodyNormalizer({
      contentType: 'text/event-stream',
      isReply: true,
      repairs: ON,
    });
    if (!normalizer) throw new Error('no normalizer');
    const first = normalizer.push(held.slice()).reduce((sum, { length }) => sum + length, 0);
    expect(first).toBeLessThan(held.length);
    const out = [...normalizer.push(rest.slice())];
    expect(out.reduce((sum, { length }) => sum + length, first)).toBe(held.length + rest.length);
    expect(textOf(out[0] ?? rest).startsWith('data: {')).toBe(true);
  }
});
