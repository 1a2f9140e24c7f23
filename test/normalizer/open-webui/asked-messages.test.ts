import { expect, test } from 'vitest';
import { readAskedMessages } from '../../../src/normalizer/open-webui/asked-messages.ts';

test.each<[string, unknown, readonly string[]]>([
  ['one model', { session_id: 's', id: 'a', messages: [] }, ['a']],
  [
    'several models',
    { session_id: 's', message_ids: [{ message_id: 'a', model_id: 'm' }, { message_id: 'b' }] },
    ['a', 'b'],
  ],
  ['ids that are none', { session_id: 's', id: 7, message_ids: [null, {}, 'x'] }, []],
  ['no chat session', { id: 'a', messages: [] }, []],
  ['a session that is no text', { session_id: 1, id: 'a' }, []],
  ['a list', ['"session_id"'], []],
])('%s', (_name, body, expected) => {
  expect(readAskedMessages(JSON.stringify(body))).toEqual(expected);
});

test('text that is not JSON asks for nothing', () => {
  expect(readAskedMessages('"session_id"}')).toEqual([]);
});
