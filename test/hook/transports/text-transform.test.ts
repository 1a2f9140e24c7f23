import '../browser-shape.ts';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { BodyTransform } from '../../../src/hook/transports/traffic.ts';
import { readThrough } from '../../../src/hook/transports/text-transform.ts';
import { createBodyNormalizer } from '../../../src/normalizer/bodies/body-normalizer.ts';
import { bytesOf, normalizeCut, textOf } from '../../normalizer/splits.ts';

const NONE = new Uint8Array();

/** Passes everything in single bytes, and records its input; releases `rest` at its end. */
function byteByByte(rest = ''): { transform: BodyTransform; pushed: string[] } {
  const pushed: string[] = [];
  const transform: BodyTransform = {
    push(chunk) {
      pushed.push(textOf(chunk));
      return [...chunk].map((byte) => Uint8Array.of(byte));
    },
    end(how) {
      pushed.push(how === 'cut' ? '(cut)' : '(end)');
      return bytesOf(rest);
    },
    idle: () => NONE,
    waits: () => false,
    stopped() {},
  };
  return { transform, pushed };
}

test('each piece of a growing text passes once', () => {
  const { transform, pushed } = byteByByte('!');
  const read = readThrough(transform);

  const shown = [
    read('a', false),
    read('a', false),
    read('abc', false),
    read('abcd', true),
    read('abcd', true),
  ];

  expect(shown).toEqual(['a', 'a', 'abc', 'abcd!', 'abcd!']);
  expect(pushed).toEqual(['a', 'bc', 'd', '(end)']);
});

test('multi-byte characters come out whole, and surrogate pairs are not split', () => {
  const { transform, pushed } = byteByByte();
  const read = readThrough(transform);
  const text = '\uFEFFä€\u{1F4BB}\u2028';

  const shown = [...text, ''].map((_, i) => read(text.slice(0, i), false));

  expect(shown.every((part) => text.startsWith(part) && !part.includes('\uFFFD'))).toBe(true);
  expect(read(text, true)).toBe(text);
  expect(pushed).toEqual(['\uFEFF', 'ä', '€', '\u{1F4BB}', '\u2028', '(end)']);
});

test.each(['', 'a'])('a request that fails after %j ends the transform once', (text) => {
  const { transform, pushed } = byteByByte();
  const read = readThrough(transform);
  read(text, false);

  read('', true);
  read('', true);

  expect(pushed.filter((entry) => entry.startsWith('('))).toEqual([
    text === '' ? '(end)' : '(cut)',
  ]);
});

test('properties on Object.prototype are neither used nor read', () => {
  const names = ['fatal', 'stream', 'ignoreBOM'];
  const asked: string[] = [];
  for (const name of names) {
    Reflect.defineProperty(Object.prototype, name, {
      get: () => asked.push(name),
      configurable: true,
    });
  }

  try {
    expect(readThrough(byteByByte().transform)('\uFEFFä', true)).toBe('\uFEFFä');
  } finally {
    for (const name of names) Reflect.deleteProperty(Object.prototype, name);
  }

  expect(asked).toEqual([]);
});

test.each(['v0.8-chat-scenario-1', 'v0.19-chat-scenario-1'])(
  '%s, cut at every character, only grows and comes out as in one piece',
  (name) => {
    const raw = readFileSync(
      new URL(`../../recordings/hermes/${name}.txt`, import.meta.url),
      'utf8',
    );
    const body = raw.slice(raw.indexOf('\r\n\r\n') + 4);
    const whole = textOf(normalizeCut(bytesOf(body), []).bytes);
    const normalizer = createBodyNormalizer({ contentType: 'text/event-stream', isReply: true });
    const read = readThrough({ ...normalizer!, stopped() {} });
    let before = '';

    for (let end = 0; end <= body.length; end++) {
      const shown = read(body.slice(0, end), false);
      expect(shown.startsWith(before) && whole.startsWith(shown), `at ${end}`).toBe(true);
      before = shown;
    }

    expect(whole).not.toBe(body);
    expect(read(body, true)).toBe(whole);
  },
);
