import { expect, test } from 'vitest';
import { firstLines, hasReceipt, readable, textsOf } from '../../../src/badges/box/receipt-view.ts';

test.each([
  ['{"command":"ls -l"}', 'ls -l'],
  ['{"path":"a.txt","limit":3,"deep":{"a":[1]}}', 'path: a.txt\nlimit: 3\ndeep: {"a":[1]}'],
  ['{"code":"a\\nb"}', 'a\nb'],
  ['{}', ''],
  ['[1]', '[1]'],
  ['null', 'null'],
  ['ls -l', 'ls -l'],
  ['{"command":"ls', '{"command":"ls'],
])('arguments %s read as %j', (input, text) => {
  expect(readable(input)).toBe(text);
});

test('of a result only its first lines are shown, and that there were more', () => {
  const lines = Array.from({ length: 21 }, (_, i) => String(i));

  expect(firstLines(`${lines.slice(0, 20).join('\n')}\n\n`)).toBe(lines.slice(0, 20).join('\n'));
  expect(firstLines(lines.join('\n'))).toBe([...lines.slice(0, 20), '…'].join('\n'));
});

test('secrets are masked, in what was asked, returned and said', () => {
  const secret = 'API_KEY=abc123';
  const masked = 'API_KEY=xxxxxx';

  expect(
    textsOf({ error: secret, input: JSON.stringify({ command: `${secret} run` }), output: secret }),
  ).toEqual({
    error: masked,
    input: `${masked} run`,
    output: masked,
  });
  expect(textsOf({ input: '{"password":"hunter2","path":"a"}' }).input).toBe(
    'password: xxxxxxx\npath: a',
  );
});

test('only words and texts unfold: the line itself says the exit code', () => {
  expect([{}, { exitCode: 3 }, { output: '' }].map(hasReceipt)).toEqual([false, false, false]);
  expect([{ error: 'no' }, { input: 'ls' }, { output: 'a' }].map(hasReceipt)).toEqual([
    true,
    true,
    true,
  ]);
});
