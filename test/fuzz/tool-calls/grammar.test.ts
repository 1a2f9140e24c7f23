import { stringOf } from '../../../src/normalizer/dialects/fields.ts';
import { expect, test } from 'vitest';
import { isObject } from '../../../src/normalizer/json/json-edit.ts';
import { ALL_REPAIRS, DEFAULT_REPAIRS } from '../../../src/normalizer/repairs/all-repairs.ts';
import type { Call } from '../../clients/client.ts';
import { createRandom } from '../random.ts';
import { runCases } from '../watchdog.ts';
import { writeStream, type Stream } from './grammar.ts';
import { deltasOf, entriesOf, soundly } from './sound.ts';

const CASES = Number(process.env.TOOL_CALL_CASES) || 4000;

type Entry = Record<string, unknown>;
/** What a program makes of the entries of all deltas, read in order. */
type Reader = (entries: readonly Entry[]) => Call[];

/** @param joins names are joined from their pieces; otherwise the first one counts */
function readerBy(keyOf: (entry: Entry, last: unknown) => unknown, joins: boolean): Reader {
  return (entries) => {
    const calls = new Map<unknown, { name: string; arguments: string }>();
    let last: unknown;
    for (const entry of entries) {
      const key = (last = keyOf(entry, last));
      const said = isObject(entry.function) ? entry.function : {};
      const call = calls.get(key) ?? { name: '', arguments: '' };
      calls.set(key, call);
      call.name = joins ? call.name + stringOf(said.name) : call.name || stringOf(said.name);
      call.arguments += stringOf(said.arguments);
    }
    return [...calls.values()];
  };
}

const READERS_BY_INDEX = [
  readerBy(({ index }) => index, false),
  readerBy(({ index }) => index, true),
];
const READERS = [
  ...READERS_BY_INDEX,
  readerBy(({ id }, last) => id || last, false),
  readerBy(({ id }, last) => id || last, true),
];

/** Interleaved calls may begin in any order. */
function isRight(reader: Reader, entries: readonly Entry[], calls: readonly Call[]): boolean {
  const [got, expected] = [reader(entries), calls].map((each) =>
    each
      .map(({ name, arguments: said }) => `${name} ${said}`)
      .toSorted()
      .join('\n'),
  );
  return got === expected;
}

/**
 * @returns whether it is decidable which entry belongs to which call, and what its name and
 * arguments are
 */
function isClear({ style: { indexes, ids, names, arguments: said, turns } }: Stream): boolean {
  const byIndex = ['own', 'with gaps', 'as text', 'edges'].includes(indexes);
  if (turns === 'mixed' && (!byIndex || said === 'braces first')) return false;
  // A name alone, after complete arguments, begins a call if nothing else says whose it is.
  if (names === 'repeated' && ids === 'own' && !byIndex) return false;
  return (
    indexes !== 'ever another' &&
    ['own', 'repeated'].includes(ids) &&
    ['whole', 'repeated', 'nulls behind'].includes(names)
  );
}

/**
 * @returns whether it looks like more calls than there are: under one index, the first without
 * arguments, or each under its own
 */
function looksLikeMore({ style: { indexes, ids, names } }: Stream): boolean {
  return indexes === 'ever another' || (ids === 'ever another' && names === 'in pieces');
}

test('calls in every style: text stays, what is decidable is repaired, and a client that read it right reads it right after', async () => {
  let clear = 0;
  let right = 0;
  await runCases('tool calls by grammar', CASES, (turn) => {
    const random = createRandom('tool calls by grammar', turn);
    const stream = writeStream(random);
    const { text: out } = soundly(
      random,
      stream.frames,
      random.pick([DEFAULT_REPAIRS, ALL_REPAIRS]),
    );
    // The frame at the end is not part of the stream.
    const deltas = deltasOf(out).slice(0, -1);
    const [before, after] = [deltasOf(stream.frames.join('')), deltas].map((each) =>
      each.flatMap(entriesOf),
    );
    if (!before || !after) throw new Error('nothing to read');

    const fail = (what: string): never => {
      throw new Error(
        `${what} ${JSON.stringify(stream.style)}\n${stream.frames.join('')}=>\n${out}`,
      );
    };
    if (deltas.map(({ content }) => stringOf(content)).join('') !== stream.text)
      fail('not the same text:');
    if (isClear(stream)) {
      clear++;
      if (!READERS_BY_INDEX.every((reader) => isRight(reader, after, stream.calls)))
        fail('not repaired:');
    }
    if (stream.deviations > 2 || looksLikeMore(stream)) return;
    for (const reader of READERS) {
      if (!isRight(reader, before, stream.calls)) continue;
      right++;
      if (!isRight(reader, after, stream.calls)) fail('harmed:');
    }
  });
  expect([clear / CASES > 0.2, right / CASES > 0.2]).toEqual([true, true]);
});
