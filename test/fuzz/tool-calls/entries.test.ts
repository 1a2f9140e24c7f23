import { expect, test } from 'vitest';
import { ALL_REPAIRS, DEFAULT_REPAIRS } from '../../../src/normalizer/repairs/all-repairs.ts';
import { createRandom, type Random } from '../random.ts';
import { runCases } from '../watchdog.ts';
import { INDEXES } from './grammar.ts';
import { normalize, soundly } from './sound.ts';
import { runs } from '../../support/speed.ts';

const IDS = ['"a"', '"b"', '"c"', '""', 'null', '7', '{}', '"__proto__"', '"\\u0061"'];
const NAMES = [
  '"f"',
  '"get"',
  '"get_weather"',
  '"fg"',
  '""',
  'null',
  '3',
  '[]',
  '"\\ud800"',
  `"${'n'.repeat(300)}"`,
];
const ARGUMENTS = [
  '""',
  '"{"',
  '"{}"',
  '"{\\"a\\":1}"',
  'null',
  '{}',
  '{"a":1.0,"b":1e400}',
  '[1]',
  '3',
  `${'['.repeat(2000)}${']'.repeat(2000)}`,
];
const MORE = ['"x":1.0', '"__proto__":{"index":5}', '"7":[ ]', '"index":3', '"toJSON":1'];

function membersOf(
  random: Random,
  members: readonly (readonly [key: string, values: readonly string[]])[],
): string {
  const said = members.flatMap(([key, values]) =>
    random.oneIn(4) ? [] : [`"${key}":${random.pick(values)}`],
  );
  if (random.oneIn(8)) said.splice(random.below(said.length + 1), 0, random.pick(MORE));
  return said.join(random.pick([',', ' , ']));
}

function entryOf(random: Random): string {
  const said = random.oneIn(12)
    ? random.pick(['null', '3', '"x"', '[]'])
    : `{${membersOf(random, [
        ['name', NAMES],
        ['arguments', ARGUMENTS],
      ])}}`;
  return random.oneIn(20)
    ? random.pick(['null', '[]', '7'])
    : `{${membersOf(random, [
        ['index', INDEXES],
        ['id', IDS],
        ['type', ['"function"', 'null', '""']],
        ['function', [said]],
      ])}}`;
}

function choiceOf(random: Random): string {
  const entries = Array.from({ length: random.pick([1, 1, 1, 2, 5]) }, () => entryOf(random));
  const calls = random.oneIn(10)
    ? random.pick([entries[0] ?? '', 'null', '[]', '""'])
    : `[${entries.join(',')}]`;
  const delta = membersOf(random, [
    ['role', ['"assistant"', 'null']],
    ['content', ['null', '""', '"Hi"', '"\\n"']],
    ['tool_calls', [calls]],
  ]);
  return `{${membersOf(random, [
    ['index', INDEXES],
    ['delta', [`{${delta}}`, `{"tool_calls":${calls}}`]],
    ['finish_reason', ['null', 'null', '""', '"stop"', '"tool_calls"']],
  ])}}`;
}

function frameOf(random: Random): string {
  if (random.oneIn(15))
    return random.pick([
      ': keepalive\n\n',
      'event: ping\n\n',
      'data: [DONE]\n\n',
      'data: {"choices":[{"delta":{}}]}\n\n',
      'data: {"choices":null}\n\n',
    ]);
  const choices = Array.from({ length: random.pick([1, 1, 1, 2]) }, () => choiceOf(random));
  const more = random.oneIn(4)
    ? `,${random.pick([...MORE, '"usage":{"n":1.0}', '"system_fingerprint":"b1-x"', `"id":"${'i'.repeat(50)}"`])}`
    : '';
  return `data: {"object":"chat.completion.chunk","choices":[${choices.join(',')}]${more}}\n\n`;
}

const CASES = runs(6000);

test('whatever the entries of calls contain, the stream stays readable, bounded and the same wherever it is cut', async () => {
  let repaired = 0;
  await runCases('tool calls', CASES, (turn) => {
    const random = createRandom('tool calls', turn);
    const frames = Array.from({ length: random.between(1, 8) }, () => frameOf(random));
    const repairs = random.pick([
      DEFAULT_REPAIRS,
      DEFAULT_REPAIRS,
      ALL_REPAIRS,
      new Set([...ALL_REPAIRS].filter(() => random.oneIn(2)).concat('tool-call-container')),
    ]);

    repaired += soundly(random, frames, repairs).reported.length;
  });
  expect(repaired).toBeGreaterThan(3 * CASES);
});

test('calls without an index, or with the same one, are no more work in a larger frame', async () => {
  for (const entry of [
    '{"id":"ID","function":{"name":"f","arguments":""}}',
    '{"index":1e400,"id":"ID","function":{"name":"f","arguments":{}}}',
    '{"index":0,"id":"ID","function":{"name":"f","arguments":"{"}}',
  ]) {
    await runCases('many calls', 1, () => {
      const entries = Array.from({ length: 3300 }, (_, i) =>
        entry.replace('ID', `call_${i}`),
      ).join();
      const started = process.cpuUsage();
      const { reported } = normalize(
        Buffer.from(`data: {"choices":[{"index":0,"delta":{"tool_calls":[${entries}]}}]}\n\n`),
        [],
        DEFAULT_REPAIRS,
      );
      // Processor time: a busy machine takes ten times as long. With 40 000 it was 22 s without
      // index; more than 10 000 objects pass unchanged.
      expect(process.cpuUsage(started).user / 1e6).toBeLessThan(10);
      expect(reported.length).toBeGreaterThan(0);
    });
  }
});
