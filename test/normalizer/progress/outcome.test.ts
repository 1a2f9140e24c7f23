import { expect, test } from 'vitest';
import { isOpen, isRefused, outcomeOf, readResult } from '../../../src/normalizer/progress/outcome.ts';

/** Results in the record of Hermes 0.16 to 0.22, as recorded. */
test.each<[what: string, result: unknown, outcome: string]>([
  ['a command that ran', '{"output": "a", "exit_code": 0, "error": null}', 'ran'],
  [
    'a command that a person allowed',
    '{"output": "", "exit_code": 0, "error": null, "approval": "Command required approval (delete in root path) and was approved by the user."}',
    'ran',
  ],
  ['a command that ended with a failure', '{"output": "", "exit_code": 3, "error": null}', 'failed'],
  [
    'a command that a person denied',
    '{"exit_code": -1, "error": "BLOCKED: Command denied by user. Do not retry.", "status": "blocked"}',
    'denied',
  ],
  [
    'a question that nobody answered',
    '{"exit_code": -1, "error": "BLOCKED: Command timed out without user response"}',
    'timed-out',
  ],
  [
    'a command that the rules forbid',
    '{"output": "", "exit_code": -1, "error": "BLOCKED: Command flagged as dangerous (delete in root path) but this session runs on an unattended platform", "status": "blocked"}',
    'blocked',
  ],
  ['the same as text', 'BLOCKED: Command flagged as dangerous', 'blocked'],
  [
    'a command that waits for an approval nobody can give',
    '{"exit_code": -1, "error": "", "status": "pending_approval", "approval_pending": true, "command": "rm"}',
    'blocked',
  ],
  ['an unknown tool', "Tool 'x' does not exist. Available tools: terminal", 'failed'],
  ['another tool', '{"content": "1|a", "total_lines": 1}', 'ran'],
  ['another tool that failed', '{"success": false}', 'failed'],
  ['another tool with an error', '{"error": "File not found: a"}', 'failed'],
  ['parts of text', [{ type: 'input_text', text: '{"exit_code": ' }, { text: '3}' }], 'failed'],
  ['a text without a form', 'Done.', 'unknown'],
  ['a result that was cut', '{"output": "total 8\\ndrwx', 'unknown'],
  ['a list', '[1]', 'unknown'],
  ['nothing', null, 'unknown'],
  ['nonsense', [7, null, { text: 7 }], 'unknown'],
])('%s', (_what, result, outcome) => {
  expect(outcomeOf(result)).toBe(outcome);
});

test.each([
  [isOpen, ['running', 'waiting']],
  [isRefused, ['denied', 'blocked', 'timed-out']],
])('%o', (is, statuses) => {
  const all = ['running', 'waiting', 'ran', 'failed', 'denied', 'blocked', 'timed-out', 'unknown', 'ended'] as const;
  expect(all.filter(is)).toEqual(statuses);
});

test.each<[what: string, result: unknown, receipt: object]>([
  ['a command', '{"output": "a\\nb", "exit_code": 0, "error": null}', { exitCode: 0, output: 'a\nb' }],
  ['a command without output', '{"output": "", "exit_code": 3, "error": null}', { exitCode: 3 }],
  [
    'a command that may not run',
    '{"exit_code": -1, "error": "BLOCKED: Command denied by user."}',
    { error: 'BLOCKED: Command denied by user.' },
  ],
  ['the result of another tool', '{"content": "1|one"}', { output: '{"content": "1|one"}' }],
  ['a text', 'all of it', { output: 'all of it' }],
  ['an unknown tool', "Tool 'x' does not exist.", { error: "Tool 'x' does not exist." }],
  ['parts', [{ type: 'text', text: 'BLOCKED: no' }], { error: 'BLOCKED: no' }],
  ['no text', { output: 'a' }, {}],
])('the receipt of %s', (_what, result, receipt) => {
  expect(readResult(result)).toEqual({ phase: outcomeOf(result), receipt });
});
