import { expect, test } from 'vitest';
import { readError } from '../../../src/doctor/survey/reported-errors.ts';

const ROWS: readonly (readonly [
  event: string | null,
  json: Record<string, unknown>,
  words: string | null,
])[] = [
  [null, { error: { message: 'm', code: 1 } }, 'm'],
  [null, { error: 'm' }, 'm'],
  [null, { error: {} }, 'an error without words'],
  [null, { error: true }, null],
  [null, { error: null }, null],
  [null, { error: '' }, null],
  [null, { choices: [null, { error: { message: 'm' } }] }, 'm'],
  [null, { type: 'error', message: 'm' }, 'm'],
  [null, { type: 'error', errorText: 'm' }, 'm'],
  [null, { type: 'RUN_ERROR', message: 'm' }, 'm'],
  [null, { type: 'response.failed', response: { error: { message: 'm' } } }, 'm'],
  [null, { event: 'error', message: 'm' }, 'm'],
  [null, { object: 'error', message: 'm' }, 'm'],
  ['error', { text: 'x' }, 'an error without words'],
  ['error', { msg: 'm' }, 'm'],
  [null, { detail: 'm' }, 'm'],
  [null, { detail: [{ loc: ['body'], msg: 'm' }] }, 'm'],
  [null, { errors: [{ message: 'm' }] }, 'm'],
  [null, { code: 401, msg: 'm' }, 'm'],
  [null, { code: 0, msg: 'ok' }, null],
  [null, { success: false, message: 'm' }, 'm'],
  [null, { status: 'failure', message: 'm' }, 'm'],
  [null, { message: 'hello' }, null],
  [null, {}, null],
];

test.each(ROWS)('%s %j', (event, json, words) => {
  expect(readError({ event, json }, false)).toBe(words);
});

test('in a message that a dialect knows, ambiguous words are not an error', () => {
  for (const json of [{ detail: 'm' }, { code: 3, message: 'm' }])
    expect(readError({ event: null, json }, true)).toBe(null);
});
