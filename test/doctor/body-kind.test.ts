import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { findBodyFault } from '../../src/doctor/body-kind.ts';
import { bytesOf } from '../normalizer/splits.ts';

const ROWS: readonly (readonly [
  what: string,
  body: Uint8Array,
  encoding: string | null,
  id: string | null,
])[] = [
  ['gzip', gzipSync('x'.repeat(1000)), null, 'compressed-body'],
  ['gzip that something read as text', bytesOf(gzipSync('x').toString()), null, 'compressed-body'],
  ['zstd', Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, 1), null, 'compressed-body'],
  [
    'brotli, by its header alone',
    Uint8Array.of(0x8b, 0x0f, 0x80, 0xff, 0xfe, 0x00),
    'br',
    'compressed-body',
  ],
  ['a stream that was decompressed, with its header kept', bytesOf('data: {}\n\n'), 'gzip', null],
  ['zeros', Uint8Array.of(0x64, 0, 0, 0), null, 'binary-body'],
  ['bytes that are no UTF-8', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0x10), null, 'binary-body'],
  ['an HTML page', bytesOf(' \n<!-- x --><HTML lang="en">'), null, 'html-page'],
  ['a doctype', bytesOf('\ufeff<!doctype html>'), null, 'html-page'],
  ['a reply that begins with a tag', bytesOf('<p>hello</p>'), null, null],
  ['a character that is cut at the end', bytesOf('data: é').slice(0, -1), null, null],
  ['letters of any language', bytesOf('日本語のテキスト'), null, null],
  [
    'a few broken letters in a long text',
    new Uint8Array([...bytesOf('x'.repeat(100)), 0xff, 0xff]),
    null,
    null,
  ],
  ['UTF-16, from its highest byte on', Uint8Array.of(0xfe, 0xff, 0, 0x48), null, 'binary-body'],
  ['a list', bytesOf('* a list\n* of things\n'), null, null],
  ['a quote', bytesOf('> a quote\n'), null, null],
  ['a size and an event', bytesOf('f;x=y\r\ndata: "a"\n\n'), null, 'chunk-sizes'],
  ['a number', bytesOf('12\n'), null, null],
  ['hex letters', bytesOf('face it\r\n'), null, null],
  ['nothing', bytesOf(''), null, null],
];

test.each(ROWS)('%s', (_, body, encoding, id) => {
  expect(findBodyFault(body, encoding)?.id ?? null).toBe(id);
});
