import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanStoredText, cleanText } from '../../../src/normalizer/cleaning/clean-text.ts';
import { cleanByGrammar } from '../../fuzz/markers/grammar.ts';
import { runs } from '../../support/speed.ts';

const piece = fc.constantFrom(
  '`⏰ list`',
  '`💻 a`',
  '`💻 a` b`',
  '\n',
  '\n',
  '\n\n',
  'x',
  'X.\n',
  ' ',
  '\t',
  '```\n',
  '~~~',
  '`',
  '- ',
);
const anyText = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''));

test('a whole text is cleaned as the grammar says', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { text: cleaned, markers } = cleanText(text);
      expect(cleanByGrammar(text, true)).toMatchObject({
        text: cleaned,
        labels: markers.map(({ label }) => label),
      });
    }),
    { numRuns: runs(3000) },
  );
});

test('stored text loses the same markers, and apart from them nothing but blank space', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const stored = cleanStoredText(text);
      const plain = cleanText(text);
      expect(stored.markers).toEqual(plain.markers);
      expect(stored.text.replace(/\s/g, '')).toBe(plain.text.replace(/\s/g, ''));
      if (stored.markers.length === 0) expect(stored.text).toBe(text);
    }),
    { numRuns: runs(3000) },
  );
});

test('blank lines that the model wrote elsewhere stay', () => {
  expect(
    cleanStoredText('`⏰ create`\n\n\n```\nx\n\n\n\ny\n```\n\n\nz.\n`⏰ update`\n\nEnd.\n').text,
  ).toBe('```\nx\n\n\n\ny\n```\n\n\nz.\nEnd.\n');
});

test('text without a marker is the same string', () => {
  for (const text of ['', 'plain', '  \n\n a `b`', '`⏰ create` is prose']) {
    expect(cleanText(text)).toEqual({ text, markers: [], hits: [] });
    expect(cleanStoredText(text)).toEqual({ text, markers: [], hits: [] });
  }
});
