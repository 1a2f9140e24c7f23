import { expect, test, vi } from 'vitest';
import { createTextPart, type TextPart } from '../../../src/normalizer/open-webui/text-part.ts';

/** Units pushed into marker filters. */
let work = 0;

vi.mock('../../../src/normalizer/text/marker-filter.ts', async (original) => {
  const real = await original<typeof import('../../../src/normalizer/text/marker-filter.ts')>();
  return {
    ...real,
    createMarkerFilter(options: Parameters<typeof real.createMarkerFilter>[0]) {
      const filter = real.createMarkerFilter(options);
      return {
        ...filter,
        push(text: string) {
          work += text.length;
          filter.push(text);
        },
      };
    },
  };
});

function createPart(): { part: TextPart; reported: string[] } {
  const reported: string[] = [];
  const part = createTextPart({
    onText: () => void (reported.at(-1) !== 'text' && reported.push('text')),
    onTail: ({ label }) => void reported.push(`tail ${label}`),
    onTailRefused: () => void reported.push('refused'),
    onMarker: ({ label }) => void reported.push(`marker ${label}`),
  });
  return { part, reported };
}

test('deltas release what is decided, and held text with the next', () => {
  const { part } = createPart();

  const given = ['a', '\n', '`⏰', ' x', '`\n', '\n', 'b `c', '`\n', 'd'].map((delta) => part.append(delta));

  expect(given).toEqual(['a', '', '', '', '', '', '\nb `c', '`', '\nd']);
});

test('held text that proves to be prose is released by the delta that shows it', () => {
  const { part } = createPart();

  expect(['a\n`💻', ' foo` is', ' it\n', 'x'].map((delta) => part.append(delta))).toEqual([
    'a',
    '',
    '\n`💻 foo` is it',
    '\nx',
  ]);
});

test('a line feed alone before any text is held, because the page drops such a one', () => {
  const { part } = createPart();

  expect(['\n', '\n', '\n', 'a', '\n', '\n', 'b'].map((delta) => part.append(delta))).toEqual([
    '',
    '',
    '\n\n',
    '\na',
    '',
    '\n',
    '\nb',
  ]);
});

test('a snapshot holds back the beginning of a marker while more may follow', () => {
  const rows: readonly (readonly [text: string, open: string, closed: string])[] = [
    ['a\n', 'a', 'a\n'],
    ['a\n`', 'a', 'a\n`'],
    ['a\n`⏰ li', 'a', 'a\n`⏰ li'],
    ['a\n`⏰ list`', 'a', 'a'],
    ['a\n`⏰ list`\n', 'a', 'a'],
    ['a\n`⏰ list`\nb', 'a\n`⏰ list`\nb', 'a\n`⏰ list`\nb'],
    ['a `⏰ li', 'a `⏰ li', 'a `⏰ li'],
  ];

  for (const [text, open, closed] of rows) {
    expect([text, createPart().part.show(text, true), createPart().part.show(text, false)]).toEqual([
      text,
      open,
      closed,
    ]);
    const { part } = createPart();
    expect([part.show(text, true), part.show(text, false)]).toEqual([open, closed]);
  }
});

test('alternating snapshots and deltas continue one text', () => {
  const { part, reported } = createPart();

  expect(part.append('a\n`⏰ li')).toBe('a');
  expect(part.show('a\n`⏰ list`\n', true)).toBe('a');
  expect(part.append('\nb')).toBe('\nb');
  expect(part.show('a\n`⏰ list`\n\nb', false)).toBe('a\nb');
  expect(reported).toEqual(['text', 'marker list', 'text']);
  expect(part.found()).toBe(1);
});

test('a snapshot that does not continue the text starts over', () => {
  const { part } = createPart();

  expect(part.show('a\n`⏰ x`\n\nb', true)).toBe('a\nb');
  expect(part.show('c\n`⏰ y`\n\nd', true)).toBe('c\nd');
  expect(part.found()).toBe(1);
  expect(part.show('c', false)).toBe('c');
  expect(part.show('c\n`⏰ y`', false)).toBe('c');
});

test('a marker at the end is reported at once, and withdrawn when text makes it prose', () => {
  const { part, reported } = createPart();

  for (const delta of ['a', '\n`⏰ x`\n', '\n`⏰ y`\n', 'no blank line']) part.append(delta);

  expect(reported).toEqual(['text', 'tail x', 'marker x', 'tail y', 'text', 'refused']);
  expect(part.found()).toBe(1);
});

test('a line that is cut after an inner backtick is not taken for a marker yet', () => {
  const { part, reported } = createPart();

  for (const text of ['`💻 echo `', '`💻 echo `date` x`', '`💻 echo `date` x`\n\nb']) part.show(text, true);

  expect(reported).toEqual(['marker echo `date` x', 'text']);
});

test('growing snapshots cost work only for their new parts', () => {
  const { part } = createPart();
  let text = '';
  work = 0;

  for (let i = 0; i < 500; i++) {
    text += `word ${i}\n${i % 20 === 0 ? '\n`⏰ list`\n\n' : ''}`;
    part.show(text, true);
    part.show(text, true);
  }
  part.show(text, false);

  expect(work).toBe(text.length);
  expect(part.found()).toBe(25);
});

test('a snapshot that ends with half a surrogate pair is continued', () => {
  const { part } = createPart();

  expect([part.show('abc', true), part.show('abc\ud83d', true), part.show('abc🙂 d', false)]).toEqual([
    'abc',
    'abc\ud83d',
    'abc🙂 d',
  ]);
});
