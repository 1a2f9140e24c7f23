import { expect, test } from 'vitest';
import { createOpenWebuiClient } from './client.ts';
import {
  chunk,
  completion,
  MESSAGE,
  messageItem,
  packetOf,
  response,
  textDelta,
} from '../../normalizer/open-webui/streams.ts';

/** The text after each packet. */
function textsOf(...packets: readonly string[]): string[] {
  const client = createOpenWebuiClient();
  return packets.map((packet) => {
    client.receive(packet);
    return client.messages().get(MESSAGE)?.content ?? '(none)';
  });
}

test('deltas are appended, save for a lone line feed before any text', () => {
  const chunks = ['\n', '\n\n', '\n', 'a'].map((content) => completion(chunk({ content })));
  const deltas = ['\n', '\n\n', '\n', 'a'].map((delta) => response(textDelta(delta)));

  for (const packets of [chunks, deltas]) expect(textsOf(...packets)).toEqual(['', '\n\n', '\n\n\n', '\n\n\na']);
});

test('content replaces, and output replaces and is joined if no content comes with it', () => {
  expect(
    textsOf(
      completion({ content: 'a' }),
      completion({ content: 'ab', output: [messageItem('x')] }),
      completion({
        output: [
          messageItem('x'),
          { type: 'reasoning', content: [{ text: 'no' }] },
          messageItem('y', 'completed', 'msg_2'),
        ],
      }),
      completion({ usage: {} }),
    ),
  ).toEqual(['a', 'ab', 'x\ny', 'x\ny']);
});

test('response events are applied to the output, and a whole one replaces the text', () => {
  expect(
    textsOf(
      response({
        type: 'response.output_item.added',
        output_index: 0,
        item: { type: 'message', id: 'msg_1', content: [] },
      }),
      response(textDelta('\n')),
      response(textDelta('a')),
      response({
        type: 'response.output_text.done',
        item_id: 'msg_1',
        output_index: 0,
        content_index: 0,
        text: '\nab',
      }),
      response(textDelta('c', 'msg_2', 1)),
      response({ type: 'response.output_item.done', output_index: 1, item: messageItem('cd', 'completed', 'msg_2') }),
      response({ type: 'response.completed', response: { output: [messageItem('e')] } }),
      response({ type: 'response.completed', response: { output: [] } }),
    ),
  ).toEqual(['', '', 'a', '\nab', '\nabc', '\nab\ncd', 'e\ncd', 'e\ncd']);
});

test('tools append and replace, an outlet merges, and nothing else is a text', () => {
  expect(
    textsOf(
      packetOf('message', { content: 'a' }),
      packetOf('chat:message:delta', { content: 'b' }),
      packetOf('replace', { content: 'c' }),
      packetOf('chat:message', { content: 'd' }),
      packetOf('status', { content: 'x' }),
      packetOf('chat:outlet', { messages: [{ id: MESSAGE, role: 'assistant', content: 'e' }, null, {}] }),
      '2',
      '43["x"]',
      '42["events"]',
      '42nonsense',
    ),
  ).toEqual(['a', 'ab', 'c', 'd', 'd', 'e', 'e', 'e', 'e', 'e']);
});
