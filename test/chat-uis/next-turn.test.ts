import { expect, test } from 'vitest';
import { nextTurn } from '../../src/chat-uis/next-turn.ts';

/** As much of an element as is used. */
interface Box {
  readonly localName: string;
  readonly classList: readonly string[] & { contains(name: string): boolean };
  readonly children: readonly Box[];
  readonly childElementCount: number;
  readonly textContent: string;
  readonly ownerDocument: { readonly body: null };
  parentElement: Box | null;
  readonly nextElementSibling: Box | null;
  getClientRects(): readonly unknown[];
}

/** @param kind name and classes, as in `div.message.user`; with a leading `-`: not shown */
function box(kind: string, ...children: Box[]): Box {
  const [localName = '', ...classes] = kind.replace('-', '').split('.');
  const made: Box = {
    localName,
    classList: Object.assign(classes, { contains: (name: string) => classes.includes(name) }),
    children,
    childElementCount: children.length,
    textContent: '',
    ownerDocument: { body: null },
    parentElement: null,
    get nextElementSibling() {
      const all = made.parentElement?.children ?? [];
      return all[all.indexOf(made) + 1] ?? null;
    },
    getClientRects: () => (kind.startsWith('-') ? [] : [{}]),
  };
  for (const child of children) child.parentElement = made;
  return made;
}

function turnOf(question: Box, page: Box): Box | null {
  expect(page.children.length).toBeGreaterThan(0);
  return nextTurn(question as unknown as Element, {
    passes: (element) => element.localName === 'ours',
  }) as unknown as Box | null;
}

test('an empty message below the question is where its reply will be', () => {
  const [question, reply] = [box('div.text.plain'), box('div.text.markdown')];
  const page = box(
    'main',
    box('div.row.mine', box('img'), box('div.bubble', question)),
    box('ours'),
    box('div.row', box('img'), box('div.bubble', reply)),
    box('form'),
  );

  expect(turnOf(question, page)).toBe(reply);
});

test('messages without inner boxes must share classes', () => {
  const [question, reply] = [box('div.message.user'), box('div.message.bot')];

  expect(turnOf(question, box('main', question, reply))).toBe(reply);
});

test.each([
  [
    'buttons with a class of the layout',
    (question: Box) => box('main', box('div.row', question, box('div.flex', box('button')))),
  ],
  ['a time', (question: Box) => box('main', box('div.row', question, box('div.time')))],
  [
    'an element that is not shown',
    (question: Box) =>
      box('main', box('div.row', box('div.bubble', question)), box('-div.row', box('div.bubble', box('div.text')))),
  ],
  [
    'the input',
    (question: Box) =>
      box(
        'main',
        box('div.row', box('div.bubble', question)),
        box('div.row', box('textarea'), box('div.send', box('button'))),
      ),
  ],
  [
    'the input of a page without classes',
    (question: Box) => box('main', box('div', box('section', question)), box('div', box('textarea'))),
  ],
  ['nothing', (question: Box) => box('main', question)],
])('%s below the question is no reply', (_, build) => {
  const question = box('div.text.flex.wide.large');

  expect(turnOf(question, build(question))).toBeNull();
});
