import { expect, test } from 'vitest';
import { readReplyTexts } from '../../../src/normalizer/open-webui/reply-texts.ts';
import { chunk, messageItem, textDelta } from './streams.ts';

test('every field is read, whatever the type says and whatever is beside it', () => {
  const payload = {
    ...chunk({ content: 'a' }),
    ...textDelta('b'),
    part: { text: 'c' },
    item: messageItem('d'),
    output: [messageItem('e')],
    response: { output: [messageItem('f')] },
    content: 'g',
  };

  expect(readReplyTexts(payload).texts.map(({ path, text, mode }) => [path.join('.'), text, mode])).toEqual([
    ['choices.0.delta.content', 'a', 'append'],
    ['delta', 'b', 'append'],
    ['part.text', 'c', 'open'],
    ['item.content.0.text', 'd', 'open'],
    ['output.0.content.0.text', 'e', 'open'],
    ['response.output.0.content.0.text', 'f', 'open'],
    ['content', 'g', 'open'],
  ]);
});

test('invalid indices are ignored', () => {
  for (const index of [-1, 0.5, 1e308, 2 ** 53, '0', null, true, [1], {}, NaN, Infinity]) {
    const [text] = readReplyTexts({ ...textDelta('x'), output_index: index, content_index: index }).texts;
    expect(text?.part).toMatchObject({ index: null, part: 0 });
  }
});
