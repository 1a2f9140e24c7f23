import { expect, test } from 'vitest';
import { cleanStoredText, cleanText } from '../../../src/normalizer/cleaning/clean-text.ts';
import { OF_A_MODEL } from '../../../src/normalizer/requests/asking.ts';
import { cleanFrame, cleanRequest } from '../../../src/normalizer/requests/request-cleaner.ts';
import { activeRules } from '../../../src/rules/active-rules.ts';
import { compiled, lineRule } from './filtered.ts';

const RULES = compiled([lineRule('a/call', '[Calling {tool}]', 'start')]);
const DETAILS = compiled([
  ...activeRules({ 'open-webui-details': true }, []),
  lineRule('a/call', '[Calling {tool}]'),
]);
const BLOCK =
  '<details type="tool_calls" done="true" id="c" name="x" arguments="">\n<summary>Tool Executed</summary>\n[Calling x]\n</details>\n';

test('only the assistant’s messages are cleaned, whatever the others contain', () => {
  const messages = (text: string) =>
    ['system', 'user', 'assistant', 'tool', 'developer'].map((role) => ({
      role,
      content: role === 'assistant' ? text : 'a\n[Calling x]\nb',
    }));

  const cleaned = cleanRequest(
    JSON.stringify({ model: 'm', messages: messages('a\n[Calling x]\nb') }),
    {
      rules: RULES,
    },
  );

  expect(JSON.parse(cleaned?.body ?? '')).toEqual({ model: 'm', messages: messages('a\nb') });
  expect(cleaned?.markers).toBe(1);
});

test('without rules the same body stays', () => {
  const body = '{"messages":[{"role":"assistant","content":"[Calling x]\\na"}]}';

  expect(cleanRequest(body, { url: OF_A_MODEL })?.body).toBe(body);
  expect(cleanRequest(body, { url: OF_A_MODEL, rules: null })?.body).toBe(body);
});

test('frames of sockets are cleaned alike', () => {
  const frame =
    '{"model":"m","messages":[{"role":"assistant","content":"[Calling x]\\na"},{"role":"user","content":"[Calling x]"}]}';

  expect(cleanFrame(frame, { rules: RULES })).toMatchObject({
    body: frame.replace('[Calling x]\\n', ''),
    markers: 1,
  });
  expect(cleanFrame(`42["chat",${frame}]`, { rules: RULES })).toEqual({
    body: `42["chat",${frame.replace('[Calling x]\\n', '')}]`,
    markers: 1,
  });
  expect(cleanFrame(frame)).toBeNull();
});

test('a message with nothing else says that it is empty', () => {
  const body = (content: string) =>
    JSON.stringify({ model: 'm', messages: [{ role: 'assistant', content }] });

  expect(cleanRequest(body('[Calling x]'), { url: OF_A_MODEL, rules: RULES })?.body).toBe(
    body('(empty)'),
  );
});

test('blocks of Open WebUI are removed from what a model gets if a rule for them is on; stored chats keep them', () => {
  const content = `a\n${BLOCK}B.\n\`⏰ list\`\n\n[Calling y]`;
  const asks = JSON.stringify({
    messages: [
      { role: 'assistant', content },
      { role: 'user', content },
    ],
  });
  const stores = JSON.stringify({
    chat: { history: { currentId: null }, messages: [{ role: 'assistant', content }] },
  });

  const asked = JSON.parse(cleanRequest(asks, { url: OF_A_MODEL, rules: DETAILS })?.body ?? '') as {
    messages: { content: string }[];
  };
  expect(asked.messages.map((message) => message.content)).toEqual(['a\nB.', content]);
  expect(JSON.parse(cleanRequest(stores, { rules: DETAILS })?.body ?? '')).toEqual({
    chat: {
      history: { currentId: null },
      messages: [{ role: 'assistant', content: `a\n${BLOCK}B.` }],
    },
  });
  // Rules for anything else leave blocks alone.
  expect(
    JSON.parse(cleanRequest(asks, { url: OF_A_MODEL, rules: RULES })?.body ?? ''),
  ).toMatchObject({
    messages: [{ content: `a\n${BLOCK}B.` }, { content }],
  });
});

test('a whole text says what was removed, and a stored one keeps no gap', () => {
  expect(cleanText('A.\n`⏰ list`\n\n[Calling x]\nB', { rules: RULES })).toMatchObject({
    text: 'A.\nB',
    hits: [{ rule: 'a/call', tool: 'x' }],
    markers: [{ label: 'list' }],
  });
  expect(cleanStoredText('a\n\n[Calling x]', { rules: RULES }).text).toBe('a');
  expect(cleanStoredText('[Calling x]\n\n\na', { rules: RULES }).text).toBe('a');
  expect(cleanText('[Calling x]\n`⏰ list`', { rules: RULES, onlyRules: true })).toMatchObject({
    text: '`⏰ list`',
    markers: [],
  });
});
