import { expect, test } from 'vitest';
import { ALL_PACKS } from '../../src/rules/all-packs.ts';
import { proposeRules, toggleLine } from '../../src/rules/proposal.ts';
import { MAX_LINES, readReply, type Reply, type ReplyLine } from '../../src/rules/reply.ts';

const CALLS =
  'Hi.\n[Calling tool: search]\n\n  [Calling tool: read]\nText\n```\n[Calling tool: z]\n```\n>> calls ls\n>> calls cat a';
const BLOCKS = 'Hi.\n<x id="1">\nfoo\n</x>\nText\n<x id="2">\nbar\n</x>\nEnd.';

/** @param on ids of the packs that are on; `locked`: of those that an administrator chose */
function read(text: string, on: readonly string[] = [], locked: readonly string[] = []): Reply {
  return readReply(
    text,
    ALL_PACKS.map((pack) => ({ pack, on: on.includes(pack.id), locked: locked.includes(pack.id) })),
  );
}

function texts(lines: Iterable<ReplyLine>): string[] {
  return [...lines].map(({ text }) => text);
}

/** Presses one line after another. */
function selectedIn(reply: Reply, ...lines: readonly string[]): ReadonlySet<string> {
  return lines.reduce<ReadonlySet<string>>(
    (selected, line) => toggleLine(reply, selected, line),
    new Set(),
  );
}

test('lines that look like progress are marked, but for code, and the pack that removes most of them is offered', () => {
  const reply = read(CALLS);

  expect([...reply.marked]).toEqual([
    '[Calling tool: search]',
    '[Calling tool: read]',
    '>> calls ls',
    '>> calls cat a',
  ]);
  expect(reply.offer?.id).toBe('wrapper-calling-tool');
  expect(texts(reply.lines.filter(({ removable }) => !removable))).toEqual([
    '',
    '```',
    '[Calling tool: z]',
    '```',
  ]);
});

test('no pack is offered that fits nothing, is on, or was chosen by an administrator', () => {
  expect(read('Hi.\n>> calls ls').offer).toBeNull();
  expect(read(CALLS, [], ['wrapper-calling-tool']).offer).toBeNull();
  const reply = read(CALLS, ['wrapper-calling-tool']);
  expect(reply.offer).toBeNull();
  expect(texts(reply.removed)).toEqual(['[Calling tool: search]', '[Calling tool: read]']);
  expect([...reply.marked]).toEqual(['>> calls ls', '>> calls cat a']);
});

test('selecting a line selects the marked ones of its kind; each can be left out again', () => {
  const reply = read(CALLS);
  const selected = selectedIn(reply, '[Calling tool: search]');

  expect([...selected]).toEqual(['[Calling tool: search]', '[Calling tool: read]']);
  const { rules, removed } = proposeRules(reply, selected, false);
  expect(rules.map(({ pattern }) => pattern)).toEqual(['[Calling tool: {tool}]']);
  expect(texts(removed)).toEqual([...selected]);

  const fewer = toggleLine(reply, selected, '[Calling tool: read]');
  expect(texts(proposeRules(reply, fewer, false).removed)).toEqual(['[Calling tool: search]']);
});

test('two lines that are not alike until both are selected become one rule', () => {
  const reply = read(CALLS);

  expect([...selectedIn(reply, '>> calls ls')]).toEqual(['>> calls ls']);
  const { rules } = proposeRules(reply, selectedIn(reply, '>> calls ls', '>> calls cat a'), false);
  expect(rules.map(({ pattern }) => pattern)).toEqual(['>> calls {tool}']);
});

test('a block is removed from its first to its last line, and those like it if its first line is selected', () => {
  const reply = read(BLOCKS);
  const block = (...lines: readonly string[]) =>
    proposeRules(reply, selectedIn(reply, ...lines), true);

  expect(block('<x id="1">', '</x>').rules).toMatchObject([
    { kind: 'block', pattern: '<x id="1">', until: '</x>' },
  ]);
  expect(texts(block('<x id="1">', '</x>').removed)).toEqual(['<x id="1">', 'foo', '</x>']);
  expect(block('<x id="1">', '<x id="2">', '</x>').rules).toMatchObject([
    { pattern: '<x id="{text}">', until: '</x>' },
  ]);
  expect(texts(block('<x id="1">', '<x id="2">', '</x>').removed)).toEqual(
    texts(reply.lines).filter((text) => !['Hi.', 'Text', 'End.'].includes(text)),
  );
});

test.each([
  ['its first line is ordinary', '<details>\nx\n</details>', ['<details>', '</details>'], 0],
  ['nothing ends it', BLOCKS, ['<x id="1">'], 0],
])('there is no block if %s', (_, text, lines, removed) => {
  const reply = read(text);

  expect(proposeRules(reply, selectedIn(reply, ...lines), true).removed.size).toBe(removed);
});

test('a long reply is read as far as its first lines', () => {
  expect(read('[Calling tool: x]\n'.repeat(2 * MAX_LINES)).lines).toHaveLength(MAX_LINES);
});
