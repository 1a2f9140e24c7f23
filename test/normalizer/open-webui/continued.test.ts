import { expect, test } from 'vitest';
import { createOpenWebuiClient } from './client.ts';
import { cleanTexts } from '../../../src/normalizer/requests/assistant-texts.ts';
import { chatTexts } from '../../../src/normalizer/requests/stored-chat.ts';
import { createSocketNormalizer } from '../../../src/normalizer/socket-io/socket-normalizer.ts';
import { CHAT, completion, MESSAGE, messageItem, packetOf, textDelta } from './streams.ts';

/**
 * A reply, what "Continue Response" adds to it as a second part of the same item, and what is left
 * of that.
 */
const CONTINUED: readonly (readonly [name: string, first: string, second: string, left: string])[] =
  [
    [
      'a code span in mid-line',
      'The message is ',
      '`📝 Update README`\n\nIt says why.',
      '`📝 Update README`\n\nIt says why.',
    ],
    [
      'a code span behind a colon',
      'Commit message:',
      '`📝 Update README`\n\nIt says why.',
      '`📝 Update README`\n\nIt says why.',
    ],
    ['a marker on the next line', 'The message is ', '\n`⏰ list`\n\n\nDone.', '\n\nDone.'],
    [
      'a marker whose line feed the server trimmed',
      'All is done.',
      '`⏰ list`\n\n\nMore.',
      '\n\nMore.',
    ],
    ['a marker behind a line feed', 'Let me look:\n', '`⏰ list`\n\n\nMore.', '\n\nMore.'],
    [
      'a line of an open code block',
      'So:\n\n```sh\necho 1\n',
      '`⏰ list`\n\necho 2\n```\n',
      '`⏰ list`\n\necho 2\n```\n',
    ],
    [
      'a marker behind a code block that ends',
      'So:\n\n```sh\necho 1',
      '\n```\n\n`⏰ list`\n\n\nMore.',
      '\n```\n\n\nMore.',
    ],
  ];

function item(...texts: readonly string[]): object {
  return { ...messageItem(''), content: texts.map((text) => ({ type: 'output_text', text })) };
}

function shown(packets: readonly string[]): string {
  const socket = createSocketNormalizer({});
  const client = createOpenWebuiClient();
  for (const packet of packets) client.receive(socket.receive(packet) ?? packet);
  const output = client.messages().get(MESSAGE)?.output as
    | readonly { content: readonly { text: string }[] }[]
    | undefined;
  return output?.[0]?.content[1]?.text ?? '';
}

test.each(CONTINUED)('%s: in snapshots, at every cut', (_, first, second, left) => {
  for (let size = 1; size <= second.length; size++) {
    const packets = [completion({ output: [item(first)] })];
    for (let end = size; end < second.length; end += size)
      packets.push(
        completion({
          output: [item(first, second.slice(0, end))],
          type: 'response.output_text.delta',
        }),
      );
    expect(shown([...packets, completion({ output: [item(first, second)], done: true })])).toBe(
      left,
    );
  }
});

test.each(CONTINUED)('%s: in deltas, at every cut', (_, first, second, left) => {
  for (let size = 1; size <= second.length; size++) {
    const packets = [completion({ output: [item(first, '')] })];
    for (let at = 0; at < second.length; at += size)
      packets.push(
        packetOf('response:completion', {
          ...textDelta(second.slice(at, at + size)),
          content_index: 1,
        }),
      );
    expect(shown([...packets, completion({ output: [item(first, second)], done: true })])).toBe(
      left,
    );
  }
});

test.each(CONTINUED)('%s: in the chat as filters left it', (_, first, second, left) => {
  const messages = [{ id: MESSAGE, role: 'assistant', content: '', output: [item(first, second)] }];
  const packet = packetOf('chat:outlet', { messages });
  const changed = createSocketNormalizer({}).receive(packet) ?? packet;
  expect(changed).toContain(JSON.stringify(left).slice(1, -1));
  expect(changed.includes('⏰')).toBe(left.includes('⏰'));
  expect(packet).toContain(CHAT);
});

test.each(CONTINUED)('%s: in the stored chat', (_, first, second, left) => {
  const message = { role: 'assistant', content: '', output: [item(first, second)] };
  const { edits } = cleanTexts(chatTexts({ history: { messages: { a: message } } }, []), '');
  expect(edits.map(({ value }) => value)).toEqual(left === second ? [] : [left]);
});
