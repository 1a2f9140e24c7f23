import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { loopsBoundByData } from '../support/loops.ts';

const root = resolve(import.meta.dirname, '../..');
const FILES = globSync('src/{doctor,lib,normalizer}/**/*.ts', { cwd: root }).map((file) => file.replaceAll('\\', '/'));

/** Loops that are safe although their heads do not show it, and why. */
const EXPLAINED: Readonly<Record<string, string>> = {
  'src/lib/queue.ts: for (let link = head; link; link = link.next)': 'follows the links of a list',
  'src/normalizer/bodies/frame-queue.ts: while (waiting.length() > 0)': 'removes one each time',
  'src/normalizer/bodies/frame-queue.ts: for (let next = waiting.first(); next; next = waiting.first())':
    'removes one each time, or returns',
  'src/normalizer/bodies/text-body.ts: for (let next = waiting.first(); next; next = waiting.first())':
    'removes one each time, or returns',
  "src/normalizer/bodies/frame-reader.ts: for (let only = which; chunk.taken < to; only = which === 'any' ? 'any' : 'sure')":
    'each turn takes a frame, or ends the loop',
  "src/normalizer/cleaning/clean-text.ts: '\\n'.repeat(parts.length > 0 ? lineFeeds : 0)":
    'line feeds that were counted in the text',
  'src/normalizer/framing/byte-scan.ts: for (; i + 8 <= end; i += 8)': 'begins at an offset that was passed in',
  'src/normalizer/framing/frame-window.ts: for (let at = 0; at < end;)':
    'each turn advances beyond a frame, or returns',
  'src/normalizer/framing/frame-splitter.ts: for (let size = FIRST_LOOK; ; size *= 32) const end = framing.next(before + textOf(view(chunk, 0, Math.min(size, chunk.length))), 0, false);':
    'grows until it exceeds the chunk',
  'src/normalizer/framing/frame-splitter.ts: for (let size = WINDOW; current.taken < bytes.length;)':
    'each turn advances, or grows until it exceeds the chunk',
  'src/normalizer/framing/frame-window.ts: while (isBlankEnd(text.charCodeAt(end)))': 'NaN beyond the end is not blank',
  'src/normalizer/framing/repeated-frame.ts: for (let i = 0; i < length; i++)': 'a length within an earlier frame',
  'src/normalizer/framing/repeated-frame.ts: for (let i = start; i < stop; i++)': 'offsets within a frame',
  'src/normalizer/framing/repeated-frame.ts: while (bytes[at] === SPACE)': 'nothing beyond the end is a space',
  'src/normalizer/framing/repeated-frame.ts: for (let i = 0; i < toA - fromA; i++)': 'offsets within a frame',
  'src/normalizer/framing/same-beginning.ts: for (let i = count * WORD; i < length; i++)':
    'begins at an offset within an earlier frame',
  'src/normalizer/framing/skip-scan.ts: do … while (at !== 0)':
    'advances beyond the next line feed, until there is none',
  'src/normalizer/framing/sse-frames.ts: for (;;) const lineEnd = endOfLine(view, at);':
    'advances beyond the next line end, until there is none',
  "src/normalizer/json/json-edit.ts: for (;;) at = text.indexOf('\"', at + 1);": 'until there is no further quote',
  'src/normalizer/json/json-edit.ts: while (isSpace(text.charCodeAt(at)))': 'NaN beyond the end is no space',
  'src/normalizer/json/json-edit.ts: while (at < length)': 'each turn advances, or returns',
  'src/normalizer/repairs/frame-repairs.ts: for (let i = step; i < steps.length; i++)': 'continues within a fixed list',
  'src/normalizer/repairs/tool-calls/tool-call-split.ts: for (let part = 0; part < count - 1; part++)':
    'the length of the longest list',
  "src/normalizer/repairs/tool-calls/tool-call-index.ts: while (heads.length > 0 && heads.at(-1)?.extent?.get() !== 'none')":
    'removes one each time',
  "src/normalizer/reply/repeated-texts.ts: while (at < end && text.charAt(at).trim() === '')":
    'begins where an earlier text ended',
  'src/normalizer/reply/repeated-texts.ts: while (behind < copy.length && to < entry.text.length && entry.text[to] === copy[behind])':
    'begins at offsets in both texts',
  'src/normalizer/rules/needle.ts: while (length > 0 && text[i] !== text[length])':
    'a border is shorter than its prefix',
  'src/normalizer/text/content-parts.ts: for (;;) const at = findBlock(content, from);':
    'until there is no further block',
  "src/normalizer/text/text-end.ts: for (;;) const lineFeed = text.indexOf('\\n', at);":
    'until there is no further line',
};

test('no number in the data of a server determines how often a loop runs or how long a text is', () => {
  const found = FILES.flatMap((file) =>
    loopsBoundByData(readFileSync(resolve(root, file), 'utf8'), file).map((loop) => `${file}: ${loop}`),
  );

  expect(found.toSorted()).toEqual(Object.keys(EXPLAINED).toSorted());
});

test.each([
  // With an index of 2^53 the sum is the same number again: this once hung the tab.
  ['const taken = new Set<number>(); let free = call.index; while (taken.has(free)) free++;', 1],
  ['for (let i = 0; i < call.index; i++) calls.push(null);', 1],
  ['for (let i = call.index; i >= 0; i--) look(i);', 1],
  ['let left = Number(retry); while (left > 0) left -= 1;', 1],
  ['function fill(count: number) { let i = 0; do i++; while (i < count); }', 1],
  ['const { n } = JSON.parse(text); for (let i = 0; i < n; i++) look(i);', 1],
  ['let end = 9; end = usage.total; for (let at = 0; at < end; at++) look(at);', 1],
  ['for (let at = 0; text[at] !== wanted; at++) look(at);', 1],
  ['for (let i = 0, at = 0; at < text.length; i++) look(i);', 1],
  ['for (;;) if (!step()) break;', 1],
  ['while (at < text.length || more()) at++;', 1],
  ["const padding = ' '.repeat(said.width);", 1],
  ['const calls = Array.from({ length: index + 1 });', 1],
  ['const calls = new Array(index + 1);', 1],
  ['for (const call of calls) look(call);', 0],
  ['for (let i = 0; i < calls.length; i++) look(i);', 0],
  ['const count = Math.min(call.index, 10_000); for (let i = 0; i < count; i++) look(i);', 0],
  ["let at = text.indexOf('x'); while (at !== -1) at = text.indexOf('x', at + 1);", 0],
  ['let end = text.length; while (text.charCodeAt(end - 1) === LINE_FEED) end--;', 0],
  ['const to = text.length - (known.length - 1); for (let at = 0; at < to; at++) look(at);', 0],
  ['const to = text.length - (known.length - call.index); for (let i = 0; i < to; i++) look(i);', 1],
  ['function skip(text: string, at: number) { while (at < text.length && isBlank(text[at])) at++; }', 0],
  ["const line = '-'.repeat(text.length) + 'x'.repeat(80);", 0],
])('the check recognizes %s', (code, count) => {
  expect(loopsBoundByData(code, 'sample.ts')).toHaveLength(count);
});
