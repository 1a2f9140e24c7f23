import { expect, test } from 'vitest';
import {
  asCopies,
  cleanTexts,
  messageTexts,
  textsIn,
  wholeText,
} from '../../../src/normalizer/requests/assistant-texts.ts';

const MARKED = 'One.\n\n`⏰ list`\n\nTwo.';
const CLEAN = 'One.\n\nTwo.';

/** A part of a message. */
function part(type: string): object {
  return { type, text: MARKED };
}

const ITEM = { type: 'message', content: [part('output_text')] };

test.each<[string, unknown, readonly string[], number]>([
  ['a string', { content: MARKED }, ['content'], 1],
  [
    'parts',
    { content: [part('text'), part('output_text'), part('thinking'), null] },
    ['content.0.text', 'content.1.text'],
    2,
  ],
  ['parts of the AI SDK', { parts: [{ type: 'step-start' }, part('text'), part('reasoning')] }, ['parts.1.text'], 1],
  ['content and parts, which say the same', { content: MARKED, parts: [part('text')] }, ['content', 'parts.0.text'], 1],
  ['output', { output: [{ ...ITEM, type: 'reasoning' }, ITEM] }, ['output.1.content.0.text'], 1],
  [
    'output under an empty content',
    { content: '', output: [{ ...ITEM, role: 'assistant' }] },
    ['output.0.content.0.text'],
    1,
  ],
  ['content and output', { content: MARKED, output: [ITEM] }, ['content', 'output.0.content.0.text'], 1],
  [
    "somebody else's output",
    { output: [{ ...ITEM, role: 'user' }, { type: 'function_call', arguments: MARKED }, MARKED] },
    [],
    0,
  ],
  [
    'calls and reasoning',
    { content: null, tool_calls: [{ function: { arguments: MARKED } }], reasoning_content: MARKED, thinking: MARKED },
    [],
    0,
  ],
])('%s: cleaned where the assistant speaks, each marker counted once', (_name, message, paths, markers) => {
  const cleaned = cleanTexts(messageTexts({ role: 'assistant', ...(message as object) }, []), '');

  expect(cleaned.edits.map(({ path }) => path.join('.'))).toEqual(paths);
  for (const { value } of cleaned.edits) expect(value).toBe(CLEAN);
  expect(cleaned.markers).toBe(markers);
});

test('messages of others, and anything but messages, contain none', () => {
  for (const message of [
    { role: 'user', content: MARKED },
    { role: 'tool', content: MARKED },
    { content: MARKED },
    [],
    null,
    MARKED,
    7,
  ])
    expect(messageTexts(message, [])).toEqual([]);
  expect(wholeText(7, [])).toEqual([]);
  expect(textsIn('text', [], wholeText)).toEqual([]);
});

test('typed details blocks stay, the text around them is cleaned', () => {
  const block =
    '<details type="tool_calls" done="true" arguments="&quot;x&quot;">\n<summary>Tool</summary>\n`⏰ list`\n\n</details>';
  const cleaned = cleanTexts(wholeText(`One.\n\n\`⏰ list\`\n${block}\n\`⏰ list\`\n\nTwo.`, ['content']), '');

  expect(cleaned).toEqual({ edits: [{ path: ['content'], value: `One.\n${block}\nTwo.` }], markers: 2 });
});

test('a text of nothing but markers becomes what the caller says; copies do not count', () => {
  const texts = textsIn(['`⏰ list`', 'x `y`', ''], ['list'], wholeText);

  expect(cleanTexts(texts, '(empty)')).toEqual({ edits: [{ path: ['list', 0], value: '(empty)' }], markers: 1 });
  expect(cleanTexts(asCopies(texts), '')).toEqual({ edits: [{ path: ['list', 0], value: '' }], markers: 0 });
});
