import { expect, test } from 'vitest';
import {
  firstLine,
  innerCall,
  readLabel,
  toolOf,
} from '../../../src/normalizer/progress/call-input.ts';

const LIST = { action: 'list' };

test.each<[what: string, tool: string, asked: unknown, inner: readonly [string, string]]>([
  [
    'a deferred tool',
    'tool_call',
    { name: 'cronjob', arguments: LIST },
    ['cronjob', '{"action":"list"}'],
  ],
  [
    'one in the form of 0.22.2',
    'tool_call',
    { calls: [{ name: 'cronjob_manage', arguments: LIST }] },
    ['cronjob_manage', '{"action":"list"}'],
  ],
  ['arguments as text', 'tool_call', { name: 'x', arguments: '{}' }, ['x', '{}']],
  ['no arguments', 'tool_call', { name: 'x' }, ['x', '']],
])('%s is the call that counts', (_what, tool, asked, [name, input]) => {
  expect(innerCall({ tool, input: JSON.stringify(asked) })).toEqual({ tool: name, input });
});

test.each<[what: string, tool: string, input: string]>([
  ['another tool with a name', 'skill_view', '{"name":"x","arguments":{}}'],
  ['several calls', 'tool_call', '{"calls":[{"name":"a"},{"name":"b"}]}'],
  ['none', 'tool_call', '{"calls":[]}'],
  ['no name', 'tool_call', '{"arguments":{}}'],
  ['no JSON', 'tool_call', 'x'],
])('%s remains what it is', (_what, tool, input) => {
  expect(innerCall({ tool, input })).toEqual({ tool, input });
});

test.each([
  ['tool_call', 'Cronjob', 'cronjob'],
  ['tool_call', 'Process manage', 'process_manage'],
  ['tool_call', 'Cronjob +1', 'tool_call'],
  ['tool_call', null, 'tool_call'],
  ['terminal', 'Cronjob', 'terminal'],
])('%s, labelled %s, is %s', (tool, label, name) => {
  expect(toolOf(tool, label)).toBe(name);
});

test.each([
  ['display.preview.shell_plus_one', null],
  ['display.preview.session_search_recall', null],
  ['display.txt and more', 'display.txt and more'],
  ['cat display.css', 'cat display.css'],
  ['display.css', 'display.css'],
  ['a.b.c', 'a.b.c'],
  [null, null],
])('the label %s reads %s', (label, read) => {
  expect(readLabel(label)).toBe(read);
});

test.each([
  ['{"command":"make a && make b\\nmake c"}', 'make a && make b'],
  ['{"timeout":3,"path":"a.txt"}', 'a.txt'],
  ['{"timeout":3}', ''],
  ['plain\nwords', 'plain'],
  ['', ''],
])('%s begins with "%s"', (input, line) => {
  expect(firstLine(input)).toBe(line);
});
