import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sizeOf, visibleParts } from '../../src/lib/command-text.ts';

/** @returns the command as it is shown, names in brackets */
function shown(command: string): string {
  return visibleParts(command)
    .map(({ text, count }) => (count === 0 ? text : `[${text}${count > 1 ? ` × ${count}` : ''}]`))
    .join('');
}

test.each<[what: string, command: string, shown: string]>([
  [
    'an ordinary command',
    'rm -rf "/srv/démo/古い" && echo 👍',
    'rm -rf "/srv/démo/古い" && echo 👍',
  ],
  ['lines and tabs', 'a\n\tb', 'a\n\tb'],
  ['a direction override', 'ls \u202e# ylno', 'ls [U+202E]# ylno'],
  [
    'direction isolates and marks',
    '\u2066a\u2069\u200f\u061c',
    '[U+2066]a[U+2069][U+200F][U+061C]',
  ],
  ['characters without width', 'r\u200bm\u200d\ufeff\u2060', 'r[U+200B]m[U+200D][U+FEFF][U+2060]'],
  ['spaces that are none to a shell', 'a\u00a0b\u3000c\u2028d', 'a[U+00A0]b[U+3000]c[U+2028]d'],
  ['control characters', 'a\rb\u001b[2K\u0000\u007f', 'a[U+000D]b[U+001B][2K[U+0000][U+007F]'],
  [
    'letters that look like nothing',
    'a\u3164\u115f\u2800\u034f',
    'a[U+3164][U+115F][U+2800][U+034F]',
  ],
  ['tags, and characters of private use', 'a\u{e0041}\ue000', 'a[U+E0041][U+E000]'],
  ['half a pair', 'a\ud800b', 'a[U+D800]b'],
  [
    'signs that look like nothing, though their class does not say so',
    'a\u{1d159}\u{16fe4}\ufffc\u{13441}',
    'a[U+1D159][U+16FE4][U+FFFC][U+13441]',
  ],
  ['variation selectors', 'a\ufe0f\u{e0100}', 'a[U+FE0F][U+E0100]'],
  ['a character many times', `a${'\u200b'.repeat(19_990)}b`, 'a[U+200B × 19990]b'],
  ['many kinds in turn', '\u200b\u200c'.repeat(100), `${'[U+200B][U+200C]'.repeat(4)}[U+… × 192]`],
  ['stacked marks', 'e\u0301\u0323\u0301\u0301 \u0301', 'e\u0301\u0323[U+0301 × 2] [U+0301]'],
  ['a mark on a letter', 'cafe\u0301 Tie\u0302\u0301ng', 'cafe\u0301 Tie\u0302\u0301ng'],
  ['a letter of another script among Latin ones', 'rm /srv/d\u0430ta', 'rm /srv/d[U+0430]ta'],
  ['the same among digits and dashes', 'x_\u03bf1-\u03bf2', 'x_[U+03BF]1-\u03bf2'],
  ['words of other scripts', 'rm файл.txt κόσμος שלום नमस्ते', 'rm файл.txt κόσμος שלום नमस्ते'],
  ['Han and kana among Latin letters', 'mvデータbackup文件', 'mvデータbackup文件'],
  ['letters of other styles', '\uff32\u{1d41a}\uff0f', '[U+FF32][U+1D41A][U+FF0F]'],
  ['signs and punctuation', '“a” – b… → ✓ © ½ ─', '“a” – b… → ✓ © ½ ─'],
  ['nothing', '', ''],
])('%s', (_what, command, text) => {
  expect(shown(command)).toBe(text);
});

test('no part is empty, and what is no name is the command without what cannot be seen', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (command) => {
      const parts = visibleParts(command);
      const plain = parts.filter(({ count }) => count === 0).map(({ text }) => text);
      const named = parts.reduce((sum, { count }) => sum + count, 0);
      expect([...command]).toHaveLength([...plain.join('')].length + named);
      expect(parts.map(({ text }) => text)).not.toContain('');
      expect(plain.join('')).not.toMatch(
        /(?! )[\p{Cf}\p{Co}\p{Cn}\p{Z}\p{Default_Ignorable_Code_Point}]|[^\P{Cc}\n\t]/u,
      );
      expect(command.length).toBeGreaterThanOrEqual(plain.join('').length);
    }),
  );
});

test.each([
  ['', { lines: 1, characters: 0 }],
  ['ls', { lines: 1, characters: 2 }],
  ['a\n👍\n', { lines: 3, characters: 4 }],
])('%j is as long as it is', (command, size) => {
  expect(sizeOf(command)).toEqual(size);
});
