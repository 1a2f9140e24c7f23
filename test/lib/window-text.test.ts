import { expect, test } from 'vitest';
import { createWindowText, isPlainText } from '../../src/lib/window-text.ts';

const ASCII = Uint8Array.from({ length: 0x80 }, (_, i) => i);
const ALL = Uint8Array.from({ length: 0x100 }, (_, i) => i);

/** Expects one unit per byte: ASCII itself, for any other byte one that is not taken for ASCII. */
function expectUnits(text: string, bytes: Uint8Array): void {
  expect(text).toHaveLength(bytes.length);
  const wrong = bytes.findIndex((byte, i) => (byte < 0x80 ? text.charCodeAt(i) !== byte : text.charCodeAt(i) < 0x7f));
  expect(wrong, 'the first byte with another unit').toBe(-1);
}

test('every byte becomes one unit, ASCII its own character, at any length and offset', () => {
  const emoji = new TextEncoder().encode('data: 💻 é 你好\n\n');
  for (const part of [ASCII, ALL, emoji, emoji.subarray(7), emoji.subarray(0, 8), Uint8Array.of(0x80), ALL.slice(3)]) {
    const windowText = createWindowText();
    // The second time, it knows that there is more than ASCII.
    for (let turn = 0; turn < 2; turn++) expectUnits(windowText(part), part);
    expectUnits(windowText(ASCII), ASCII);
    expectUnits(windowText(part), part);
  }
});

test('a byte-order mark and a part beyond the size of a window keep their length', () => {
  const long = new Uint8Array(70_000).fill(0x61);
  long.set([0xef, 0xbb, 0xbf]);
  expectUnits(createWindowText()(long), long);
  expectUnits(createWindowText()(long.slice(0, 9)), long.slice(0, 9));
});

test('a text is plain only if its bytes are ASCII, whatever its length', () => {
  for (const length of [1, 7, 8, 200]) {
    for (const byte of [0x80, 0x9f, 0xff]) {
      const bytes = new Uint8Array(length).fill(0x61);
      expect(isPlainText(createWindowText()(bytes))).toBe(true);
      bytes[length - 1] = byte;
      expect(isPlainText(createWindowText()(bytes))).toBe(false);
    }
  }
});

test.each(['é', '日', '💻'])('a part that ends in %s has as many units as bytes, at any length', (end) => {
  for (let before = 0; before < 4; before++) {
    const part = new TextEncoder().encode('a'.repeat(before) + end);
    expectUnits(createWindowText()(part), part);
  }
});

test('parts around the size that is masked at once keep their length', () => {
  for (const length of [65_535, 65_536, 65_537, 65_544]) {
    const part = new Uint8Array(length).fill(0x61);
    part.set([0xc3, 0xa9], length - 2);
    expectUnits(createWindowText()(part), part);
  }
});
