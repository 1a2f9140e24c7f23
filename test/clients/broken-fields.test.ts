/**
 * Sound streams with one thing in them broken: a field of another type, a member gone, one that
 * nobody expects. Where a client stumbles, the doctor finds something; and who reads it right,
 * reads it right after the normalizer.
 */
import { expect, test } from 'vitest';
import { calls, chunk, sse } from '../normalizer/repairs/repaired.ts';
import { bytesOf } from '../normalizer/splits.ts';
import { someOf } from '../support/speed.ts';
import { tryClients } from './before-after.ts';
import {
  changed,
  GONE,
  isLike,
  pathsIn,
  shown,
  VALUES,
  valueAt,
  type Json,
  type Path,
} from './broken-values.ts';
import type { Call } from './client.ts';
import { findingsIn } from './findings.ts';

interface Sound {
  readonly chunks: readonly Json[];
  readonly text: string;
  readonly calls?: readonly Call[];
}

interface Broken extends Sound {
  readonly what: string;
}

const ROLE = chunk({ role: 'assistant', content: '' });
const TEXT = [chunk({ content: 'Hi ' }), chunk({ content: 'you.' })];
const CALL = [
  calls({
    index: 0,
    id: 'call_a',
    type: 'function',
    function: { name: 'get_weather', arguments: '' },
  }),
  calls({ index: 0, function: { arguments: '{"city":"Oslo"}' } }),
];
const CALLED = [{ name: 'get_weather', arguments: '{"city":"Oslo"}' }];
const USAGE = { usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } };

const SOUND: readonly Sound[] = [
  { chunks: [ROLE, ...TEXT, chunk({}, 'stop')] as Json[], text: 'Hi you.' },
  {
    chunks: [ROLE, ...CALL, chunk({}, 'tool_calls', USAGE)] as Json[],
    text: '',
    calls: CALLED,
  },
  {
    chunks: [
      ROLE,
      chunk({ reasoning_content: 'Hm.' }),
      ...TEXT,
      ...CALL,
      chunk({}, 'tool_calls'),
    ] as Json[],
    text: 'Hi you.',
    calls: CALLED,
  },
];

/** Members that are set in every chunk, besides what is there. */
const BESIDE = [
  'usage error system_fingerprint service_tier timings citations provider event type',
  'role refusal tool_calls function_call reasoning_content reasoning audio annotations name',
].map((names) => names.split(' '));

/** Whether it takes words away or adds some: nobody can know that of the stream alone. */
function isAboutWords(path: Path, value: unknown): boolean {
  const name = path.at(-1);
  if (name === 'content' && shown(value) === '["x"]') return true;
  if (name === 'content' || name === 'arguments' || name === 'refusal')
    return value === GONE || value === null || typeof value === 'string';
  return name === 'delta' && shown(value) === '{}';
}

/** One field of one chunk. */
function* oneField({ chunks, ...sound }: Sound): Generator<Broken> {
  for (const [i, each] of chunks.entries())
    for (const path of pathsIn(each)) {
      const before = valueAt(each, path);
      for (const value of VALUES) {
        if (isLike(before, value) || isAboutWords(path, value)) continue;
        const broken = chunks.with(i, changed(each, path, value));
        yield { ...sound, chunks: broken, what: `${i}: ${path.join('.')} is ${shown(value)}` };
      }
    }
}

/** One field of all chunks, there or not. */
function* everyField({ chunks, ...sound }: Sound): Generator<Broken> {
  const [ofChunk = [], ofDelta = []] = BESIDE;
  const paths: Path[] = [
    ...['id', 'object', 'created', 'model', ...ofChunk].map((key) => [key]),
    ...['delta', 'finish_reason'].map((key) => ['choices', 0, key]),
    ...ofDelta.map((key) => ['choices', 0, 'delta', key]),
  ];
  for (const path of paths)
    for (const value of VALUES.slice(1)) {
      if (isAboutWords(path, value)) continue;
      const broken = chunks.map((each) => {
        const holder = valueAt(each, path.slice(0, -1)) as Json;
        const isBeside = ofChunk.includes(String(path[0])) || path.length > 3;
        return isBeside && path.at(-1)! in holder ? each : changed(each, path, value);
      });
      yield { ...sound, chunks: broken, what: `all: ${path.join('.')} is ${shown(value)}` };
    }
  const renamed = chunks.map((each) => {
    const [choice = {}] = each.choices as Json[];
    const { delta, ...rest } = choice;
    return { ...each, choices: [{ ...rest, message: delta }] };
  });
  yield { ...sound, chunks: renamed, what: 'all: delta is called message' };
}

/** Something that is no chunk, before the first and between two. */
function* strangers({ chunks, ...sound }: Sound): Generator<Broken> {
  for (const value of VALUES.slice(1)) {
    const stranger = value as Json;
    yield { ...sound, chunks: [stranger, ...chunks], what: `first ${shown(value)}` };
    yield { ...sound, chunks: chunks.toSpliced(2, 0, stranger), what: `then ${shown(value)}` };
  }
}

const ALL: readonly Broken[] = SOUND.flatMap((sound) => [
  ...oneField(sound),
  ...everyField(sound),
  ...strangers(sound),
]);

test('the doctor finds nothing in the streams as they are', () => {
  for (const { chunks } of SOUND) expect(findingsIn(bytesOf(sse(...chunks, '[DONE]')))).toBe(0);
});

test('where a client stumbles over one broken field, the doctor finds something, and nobody is worse off after the normalizer', async () => {
  const unsaid: string[] = [];
  const harmed: string[] = [];
  let silent = 0;
  for (const { what, chunks, ...sound } of someOf(ALL, 400)) {
    const data = chunks.map((each) => JSON.stringify(each));
    const body = bytesOf(sse(...data, '[DONE]'));
    const isSilent = findingsIn(body) === 0;
    silent += Number(isSilent);
    for (const { client, before, after } of await tryClients({
      ...sound,
      what,
      repair: 'nothing',
      body,
    })) {
      if (isSilent && before !== null && before !== 'ok')
        unsaid.push(`${what}: ${client.name} ${before}`);
      if (before === 'ok' && after !== 'ok') harmed.push(`${what}: ${client.name} ${after}`);
    }
  }
  expect(unsaid).toEqual([]);
  expect(harmed).toEqual([]);
  // Most of them no client reads: a doctor that finds something in each would be no help.
  expect(silent).toBeGreaterThan(50);
}, 300_000);
