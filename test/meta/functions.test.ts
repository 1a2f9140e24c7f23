import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { functionSizes } from '../support/functions.ts';

const root = resolve(import.meta.dirname, '../..');
const FILES = globSync('{entrypoints,src}/**/*.{ts,tsx}', { cwd: root }).map((file) => file.replaceAll('\\', '/'));

/** Lines with code of its own that a function may have. */
const MAX_OWN = 40;
/** Lines that a function may have with the functions in it: a factory has many short ones. */
const MAX_TOTAL = 110;

/** Functions that are longer, and why. */
const EXPLAINED: Readonly<Record<string, string>> = {
  'src/badges/reply/reply-badge.ts: createReplyBadge': 'one method for each thing that happens to a badge',
  'src/badges/reply/reply-model.ts: createReplyModel': 'all methods change or read one list of calls',
  'src/bridge/protocol.ts: readPageMessage': 'one case for each message',
  'src/detection/ask-in-page.ts: askInPage': 'is injected into the page as source text, so it can call nothing',
  'src/doctor/diagnose.ts: createReading': 'passes each frame to all that watch it, in one order',
  'src/hook/install.ts: createWork': 'only connects the parts of the hook',
  'src/hook/realm/realm.ts: areArraysIntact': 'one comparison for each native',
  'src/hook/transports/byte-stream.ts: transformStream': 'the callbacks of one native stream share its state',
  'src/normalizer/bodies/text-body.ts: createTextBody': 'its stages share one queue',
  'src/normalizer/framing/repeated-frame.ts: createRepeatedFrame': 'is measured: compares bytes of each frame',
  'src/normalizer/open-webui/chat-cleaner.ts: clean': 'one case for each type of event',
  'src/normalizer/open-webui/text-part.ts: createTextPart': 'deltas and snapshots continue the same text',
  'src/normalizer/reply/reply.ts: createReply': 'connects the stages of a reply',
  'src/normalizer/rules/rule-filter.ts: createRuleFilter':
    'one linear scan: each step reads where the line and block began',
  'src/pages/healing/stage/stage.ts: nextStage': 'one case for each event',
};

test(`a function has at most ${MAX_OWN} lines of its own, and ${MAX_TOTAL} in all`, () => {
  const found = FILES.flatMap((file) =>
    tooLong(readFileSync(resolve(root, file), 'utf8'), file).map((name) => `${file}: ${name}`),
  );

  expect(found.toSorted()).toEqual(Object.keys(EXPLAINED).toSorted());
});

test.each([
  ['a function', `function long() {\n${lines(MAX_OWN)}\n}`, ['long']],
  ['an arrow function', `const long = () => {\n${lines(MAX_OWN)}\n};`, ['long']],
  ['a method', `const one = { long() {\n${lines(MAX_OWN)}\n} };`, ['long']],
  ['a nested function', `function outer() { function long() {\n${lines(MAX_OWN)}\n} }`, ['long']],
  ['markup', `function Long() { return <p>\n${'<br />\n'.repeat(MAX_OWN)}</p>; }`, ['Long']],
  ['a factory of many functions', `function make() {\n${'function one() {\n}\n'.repeat(MAX_TOTAL / 2)}}`, ['make']],
  [
    'nothing: its lines are those of nested functions',
    `function make() {\n${`() => {\n${lines(9)}\n};\n`.repeat(9)}}`,
    [],
  ],
  ['nothing: comments, blank lines and brackets', `function f() {\n${'// why\n/* so */\n\n{\n}\n'.repeat(20)}}`, []],
  ['nothing: as long as allowed', `function f() {\n${lines(MAX_OWN - 1)}\n}`, []],
])('the check finds %s', (_, code, names) => {
  expect(tooLong(code, 'sample.tsx')).toEqual(names);
});

/** @returns the names of functions that are too long */
function tooLong(code: string, file: string): string[] {
  return functionSizes(code, file)
    .filter(({ own, total }) => own > MAX_OWN || total > MAX_TOTAL)
    .map(({ name }) => name);
}

function lines(count: number): string {
  return Array.from({ length: count }, (_, i) => `say(${i});`).join('\n');
}
