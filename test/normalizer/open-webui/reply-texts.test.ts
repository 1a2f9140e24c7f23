import { expect, test } from 'vitest';
import {
  createReplyItems,
  readReplyTexts,
  type ItemPart,
} from '../../../src/normalizer/open-webui/reply-texts.ts';
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

  expect(
    readReplyTexts(payload).texts.map(({ path, text, mode }) => [path.join('.'), text, mode]),
  ).toEqual([
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
    const [text] = readReplyTexts({
      ...textDelta('x'),
      output_index: index,
      content_index: index,
    }).texts;
    expect(text?.part).toMatchObject({ index: null, part: 0 });
  }
});

function part(
  id: string | null,
  index: number | null,
  isText: ItemPart['isText'] = true,
): ItemPart {
  return { id, index, part: 0, isText };
}

test('an item is found by its id wherever it is, then by its position, then as the last', () => {
  const items = createReplyItems();
  items.replace([
    { id: 'a', index: 0, isText: true },
    { id: 'b', index: 1, isText: true },
  ]);
  const [first, second] = [items.keyOf(part('a', 0)), items.keyOf(part('b', 1))];

  expect(first).not.toBe(second);
  expect(items.keyOf(part('b', 0))).toBe(second);
  expect(items.keyOf(part('unknown', 0))).toBe(first);
  expect(items.keyOf(part(null, null))).toBe(second);
  expect(items.keyOf({ ...part('a', 0), part: 1 })).not.toBe(first);
});

test('an item keeps its key through lists in which it moves, or gets an id', () => {
  const items = createReplyItems();
  const first = items.keyOf(part(null, 0));
  items.replace([{ id: 'a', index: 0, isText: true }]);
  expect(items.keyOf(part('a', 0))).toBe(first);

  items.replace([
    { id: 'r', index: 0, isText: false },
    { id: 'a', index: 1, isText: true },
  ]);
  expect(items.keyOf(part('a', 1))).toBe(first);
  expect(items.keyOf(part('r', 0))).toBeNull();
});

test('two items with one id are two', () => {
  const items = createReplyItems();
  items.replace([
    { id: 'a', index: 0, isText: true },
    { id: 'a', index: 1, isText: false },
  ]);

  expect(items.keyOf(part('a', 0))).not.toBeNull();
});

test('a new item shifts those after it', () => {
  const items = createReplyItems();
  const text = items.keyOf(part('t', 0));
  items.see({ id: 'r', index: 0, isText: false, isNew: true });

  expect([items.keyOf(part(null, 0)), items.keyOf(part(null, 1))]).toEqual([null, text]);
});

test('an item without text has no key: as seen, otherwise as the event says, but never against the item itself', () => {
  const items = createReplyItems();
  items.see({ id: 'code', index: 0, isText: false });

  expect(items.keyOf(part('code', 0))).toBeNull();
  expect(items.keyOf(part('r', 1, false))).toBeNull();
  expect(items.keyOf(part('r', 1, true))).toBeNull();
  expect(items.keyOf(part('r', 1, 'surely'))).not.toBeNull();
});

test('a distant position costs nothing and has its own key', () => {
  const items = createReplyItems();

  expect(items.keyOf(part('x', 1_000_000))).not.toBe(items.keyOf(part('x', 999_999)));
  expect(items.keyOf(part('x', 1_000_000))).toBe(items.keyOf(part('y', 1_000_000)));
});
