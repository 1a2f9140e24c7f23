import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visibleParts } from '../../../src/badges/box/command-text.ts';

/** @returns the command as it is shown, names in brackets */
function shown(command: string): string {
  return visibleParts(command)
    .map(({ text, isName }) => (isName ? `[${text}]` : text))
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
  ['nothing', '', ''],
])('%s', (_what, command, text) => {
  expect(shown(command)).toBe(text);
});

test('no part is empty, and what is no name is the command without what cannot be seen', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (command) => {
      const parts = visibleParts(command);
      const plain = parts.filter(({ isName }) => !isName).map(({ text }) => text);
      expect(parts.map(({ text }) => text)).not.toContain('');
      expect(plain.join('')).not.toMatch(/[\p{Cf}\p{Co}\p{Zl}\p{Zp}]|[^\P{Cc}\n\t]/u);
      expect(command.length).toBeGreaterThanOrEqual(plain.join('').length);
    }),
  );
});
