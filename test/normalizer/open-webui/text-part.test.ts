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
  const part = createTextPart(
    {},
    {
      onText: () => void (reported.at(-1) !== 'text' && reported.push('text')),
      onTail: ({ label }) => void reported.push(`tail ${label}`),
      onTailRefused: () => void reported.push('refused'),
      onMarker: ({ label }) => void reported.push(`marker ${label}`),
    },
  );
  return { part, reported };
}

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

test('a marker at the end is reported at once, and withdrawn when text makes it prose', () => {
  const { part, reported } = createPart();

  for (const delta of ['A.', '\n`⏰ list`\n', '\n`⏰ run`\n', 'no blank line']) part.append(delta);

  expect(reported).toEqual(['text', 'tail list', 'tail run', 'marker list', 'text', 'refused']);
  expect(part.found()).toBe(1);
});

test('a line that is cut after an inner backtick is not taken for a marker yet', () => {
  const { part, reported } = createPart();

  for (const text of ['`💻 echo `', '`💻 echo `date` x`', '`💻 echo `date` x`\n\nB'])
    part.show(text, true);

  expect(reported).toEqual(['marker echo `date` x', 'text']);
});

test('growing snapshots cost work only for their new parts', () => {
  const { part } = createPart();
  let text = '';
  work = 0;

  for (let i = 0; i < 500; i++) {
    text += `Word ${i}.\n${i % 20 === 0 ? '`⏰ list`\n\n' : ''}`;
    part.show(text, true);
    part.show(text, true);
  }
  part.show(text, false);

  expect(work).toBe(text.length);
  expect(part.found()).toBe(25);
});

test('a text beyond the limit passes unchanged, after its held part; a shorter one is cleaned again', () => {
  const long = 'a'.repeat(4 * 1024 * 1024);
  const { part } = createPart();

  expect([part.append('A.\n'), part.append('`⏰ list`')]).toEqual(['A.', '']);
  expect(part.append(long) === `\n\`⏰ list\`${long}`).toBe(true);
  expect([part.append('\n`⏰ list`\n\n'), part.holds()]).toEqual(['\n`⏰ list`\n\n', false]);
  expect(part.show(`${long}\n\`⏰ list\``, true) === `${long}\n\`⏰ list\``).toBe(true);
  expect([part.show('A.\n`⏰ list`', true), part.show('A.\n`⏰ list`\n\nB', false)]).toEqual([
    'A.',
    'A.\nB',
  ]);
});

test('a snapshot that ends with half a surrogate pair is continued', () => {
  const { part } = createPart();

  expect([
    part.show('abc', true),
    part.show('abc\ud83d', true),
    part.show('abc🙂 d', false),
  ]).toEqual(['abc', 'abc\ud83d', 'abc🙂 d']);
});
