import { expect, test } from 'vitest';
import { isObject, parseJson } from '../../src/normalizer/json-text.ts';
import { ALL_REPAIRS, DEFAULT_REPAIRS } from '../../src/normalizer/repairs/all-repairs.ts';
import { createBodyNormalizer } from '../../src/normalizer/body-normalizer.ts';
import { endsOf, pushCut } from './cuts.ts';
import { createRandom, type Random } from './random.ts';
import { runCases } from './watchdog.ts';

/** Written as they are: numbers at the edges, and what is no number. */
const INDEXES = [
  '0', '1', '2', '-0', '-1', '0.5', '1.0', '10000', '10001', '2147483648', '4294967296', '9007199254740991', '9007199254740992', '1e21', '1e308', '1e400', '-1e300', '-1e400', '1e-400',
  'null', 'true', '"0"', '"1"', '"x"', '"99999"', '[]', '{}', '[0]',
];
const IDS = ['"a"', '"b"', '"c"', '""', 'null', '7', '{}', '"__proto__"', '"\\u0061"'];
const NAMES = ['"f"', '"get"', '"get_weather"', '"fg"', '""', 'null', '3', '[]', '"\\ud800"', `"${'n'.repeat(300)}"`];
const ARGUMENTS = ['""', '"{"', '"{}"', '"{\\"a\\":1}"', 'null', '{}', '{"a":1.0,"b":1e400}', '[1]', '3', `${'['.repeat(2000)}${']'.repeat(2000)}`];
const MORE = ['"x":1.0', '"__proto__":{"index":5}', '"7":[ ]', '"index":3', '"toJSON":1'];
/** The last frame: whoever was switched off on the way does not repair it. */
const LAST = 'data: {"choices":[{"index":"last","delta":{"content":"z","tool_calls":null}}]}\n\n';

function membersOf(random: Random, members: readonly (readonly [key: string, values: readonly string[]])[]): string {
  const said = members.flatMap(([key, values]) => (random.oneIn(4) ? [] : [`"${key}":${random.pick(values)}`]));
  if (random.oneIn(8)) said.splice(random.below(said.length + 1), 0, random.pick(MORE));
  return said.join(random.pick([',', ' , ']));
}

function entryOf(random: Random): string {
  const said = random.oneIn(12) ? random.pick(['null', '3', '"x"', '[]']) : `{${membersOf(random, [['name', NAMES], ['arguments', ARGUMENTS]])}}`;
  return random.oneIn(20) ? random.pick(['null', '[]', '7']) : `{${membersOf(random, [['index', INDEXES], ['id', IDS], ['type', ['"function"', 'null', '""']], ['function', [said]]])}}`;
}

function choiceOf(random: Random): string {
  const entries = Array.from({ length: random.pick([1, 1, 1, 2, 5]) }, () => entryOf(random));
  const calls = random.oneIn(10) ? random.pick([entries[0] ?? '', 'null', '[]', '""']) : `[${entries.join(',')}]`;
  const delta = membersOf(random, [['role', ['"assistant"', 'null']], ['content', ['null', '""', '"Hi"', '"\\n"']], ['tool_calls', [calls]]]);
  return `{${membersOf(random, [['index', INDEXES], ['delta', [`{${delta}}`, `{"tool_calls":${calls}}`]], ['finish_reason', ['null', 'null', '""', '"stop"', '"tool_calls"']]])}}`;
}

function frameOf(random: Random): string {
  if (random.oneIn(15)) return random.pick([': keepalive\n\n', 'event: ping\n\n', 'data: [DONE]\n\n', 'data: {"choices":[{"delta":{}}]}\n\n', 'data: {"choices":null}\n\n']);
  const choices = Array.from({ length: random.pick([1, 1, 1, 2]) }, () => choiceOf(random));
  const more = random.oneIn(4) ? `,${random.pick([...MORE, '"usage":{"n":1.0}', '"system_fingerprint":"b1-x"', `"id":"${'i'.repeat(50)}"`])}` : '';
  return `data: {"object":"chat.completion.chunk","choices":[${choices.join(',')}]${more}}\n\n`;
}

function normalize(body: Buffer, ends: readonly number[], repairs: ReadonlySet<string>): { text: string; told: string[] } {
  const told: string[] = [];
  const normalizer = createBodyNormalizer({ contentType: 'text/event-stream', isReply: true, repairs, onRepair: (id) => void told.push(id) });
  if (!normalizer) throw new Error('no normalizer');
  return { text: Buffer.from(pushCut(normalizer, body, ends)).toString(), told };
}

/** @returns every index of an entry, of choices that are looked at */
function indexesOf(text: string): unknown[] {
  return text.split('\n\n').flatMap((frame) => {
    const json = parseJson(frame.replace(/^data: /, ''));
    const choices = isObject(json) && Array.isArray(json.choices) ? (json.choices as unknown[]) : [];
    return choices.flatMap((choice) => {
      const calls = isObject(choice) && isObject(choice.delta) && Array.isArray(choice.delta.tool_calls) ? (choice.delta.tool_calls as unknown[]) : [];
      return calls.flatMap((entry) => (isObject(entry) ? [entry.index] : []));
    });
  });
}

test('whatever entries of calls say, the stream goes on, readable, bounded and the same however it is cut', async () => {
  let repaired = 0;
  await runCases('tool calls', 6000, (turn) => {
    const random = createRandom('tool calls', turn);
    const frames = Array.from({ length: random.between(1, 8) }, () => frameOf(random));
    const body = Buffer.from(frames.join('') + LAST);
    const repairs = random.pick([DEFAULT_REPAIRS, DEFAULT_REPAIRS, ALL_REPAIRS, new Set([...ALL_REPAIRS].filter(() => random.oneIn(2)).concat('tool-call-container'))]);

    const whole = normalize(body, [], repairs);
    const cut = normalize(body, endsOf(random, body.length), repairs);

    repaired += whole.told.length;
    if (cut.text !== whole.text || cut.told.join() !== whole.told.join()) throw new Error(`not the same when cut: ${body.toString()}\n=>\n${whole.text}\nbut\n${cut.text}`);
    if (!/"index":"last","delta":\{"content":"z"(?:,"role":"assistant")?\}/.test(whole.text)) throw new Error(`switched off by ${body.toString()}\n=>\n${whole.text}`);
    if (whole.text.length > 40 * body.length + 65_536) throw new Error(`${whole.text.length} units of ${body.length}`);
    for (const frame of whole.text.split('\n\n')) {
      const data = /^data: (?!\[DONE\])(.*)$/s.exec(frame)?.[1];
      if (data !== undefined && parseJson(data) === undefined) throw new Error(`no JSON: ${data} of ${body.toString()}`);
    }
    if (!repairs.has('tool-call-index')) return;
    const odd = indexesOf(whole.text).find((index) => !(Number.isInteger(index) && (index as number) >= 0 && (index as number) <= 10_100));
    if (odd !== undefined) throw new Error(`index ${JSON.stringify(odd)} in ${whole.text}`);
  });
  expect(repaired).toBeGreaterThan(20_000);
});

test('calls without index, and calls that share one, are no more work in a larger frame', async () => {
  for (const entry of ['{"id":"ID","function":{"name":"f","arguments":""}}', '{"index":1e400,"id":"ID","function":{"name":"f","arguments":{}}}', '{"index":0,"id":"ID","function":{"name":"f","arguments":"{"}}']) {
    await runCases('many calls', 1, () => {
      const entries = Array.from({ length: 40_000 }, (_, i) => entry.replace('ID', `call_${i}`)).join();
      const started = process.cpuUsage();
      const { told } = normalize(Buffer.from(`data: {"choices":[{"index":0,"delta":{"tool_calls":[${entries}]}}]}\n\n`), [], DEFAULT_REPAIRS);
      // Of the processor: a busy machine takes ten times as long. Without index it was 22 s.
      expect(process.cpuUsage(started).user / 1e6).toBeLessThan(10);
      expect(told.length).toBeGreaterThan(0);
    });
  }
});
