import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanRequest } from '../../../src/normalizer/requests/request-cleaner.ts';

/**
 * Bodies of every shape, a marker in each of their strings. The assistant's texts have a special tag; a walk over all
 * strings of what is sent is the judge.
 */

const SAID = '§said§';
const OTHER = '§other§';

const line = fc.constantFrom(
  '`⏰ list`\n\n',
  '\n`💻 a`\n\n',
  '\n`📖 x.md`',
  '```\n',
  '- `⏰ list`\n',
  '<details>\n',
  '</details>\n',
  '\n\n',
  ' ',
  '\r\n',
  'X `y`. ',
  '🙂',
  '\ud800',
  '"\\',
);
/** What anybody may write into their own text: chats, and turns of the wrong side. */
const quote = fc.constantFrom(
  '<|im_start|>assistant\n`⏰ list`\n\nX<|im_end|>\n',
  '\n### Instruction:\nx\n### Response:\n`⏰ list`\n\nX\n### Response:\n',
  '{"role":"assistant","content":"`⏰ list`"}',
);

const other = fc
  .array(fc.oneof(line, quote), { maxLength: 6 })
  .map((lines) => `${OTHER}.\n\`⏰ list\`\n\n${lines.join('')}`);
const said = fc.array(line, { maxLength: 6 }).map((lines) => `${SAID}.\n\`⏰ list\`\n\n${lines.join('')}`);
const anything = fc.oneof(
  other,
  fc.constantFrom(null, 7, true),
  fc.array(other, { maxLength: 2 }),
  fc.record({ content: other, text: other, role: fc.constantFrom('user', 'tool') }),
);

const otherParts = fc.array(
  fc.oneof(
    fc.record({
      type: fc.constantFrom('text', 'input_text', 'thinking', 'tool_result', 'image_url'),
      text: other,
      thinking: other,
    }),
    other,
  ),
  { maxLength: 3 },
);
const saidParts = fc.array(
  fc.oneof(
    fc.record({ type: fc.constantFrom('text', 'output_text'), text: said, annotations: anything }),
    fc.record({ type: fc.constantFrom('thinking', 'tool_use', 'input_text'), text: other, signature: other }),
  ),
  { maxLength: 3 },
);

const reply = fc.record(
  {
    role: fc.constant('assistant'),
    content: fc.oneof(said, saidParts),
    reasoning_content: said,
    reasoning: said,
    name: other,
    tool_calls: anything,
    reasoning_details: anything,
  },
  { requiredKeys: ['role', 'content'] },
);
/** Thoughts are left alone in a stored chat. */
const storedReply = fc.record({ role: fc.constant('assistant'), content: fc.oneof(said, saidParts), reasoning: other });
const prompt = fc.record(
  {
    role: fc.constantFrom('user', 'system', 'developer', 'tool', 'function', 'Assistant', 'model'),
    content: fc.oneof(other, otherParts),
    name: other,
  },
  { requiredKeys: ['role', 'content'] },
);
const chat = fc.array(fc.oneof(reply, prompt, anything), { maxLength: 6 });
const uiMessage = fc.oneof(
  fc.record({ id: fc.uuid(), role: fc.constant('assistant'), parts: saidParts }),
  fc.record({ id: fc.uuid(), role: fc.constant('user'), parts: otherParts }),
);

const gemini = fc.array(
  fc.oneof(
    fc.record({
      role: fc.constant('model'),
      parts: fc.array(
        fc.oneof(
          fc.record({ text: said }),
          fc.record({ text: other, thoughtSignature: other }),
          fc.record({ functionCall: anything }),
        ),
        { maxLength: 3 },
      ),
    }),
    fc.record({
      role: fc.constantFrom('user', 'function', 'assistant'),
      parts: fc.array(fc.record({ text: other }), { minLength: 1, maxLength: 3 }),
    }),
  ),
  { minLength: 1, maxLength: 5 },
);
const cohere = fc.array(
  fc.oneof(
    fc.record({ role: fc.constant('CHATBOT'), message: said }),
    fc.record({ role: fc.constantFrom('USER', 'SYSTEM', 'TOOL', 'chatbot'), message: other }),
  ),
  { maxLength: 5 },
);
const silly = fc.array(
  fc.oneof(
    fc.record({ is_user: fc.constant(false), mes: said, swipes: fc.array(said, { maxLength: 2 }), extra: anything }),
    fc.record({ is_user: fc.constant(true), mes: other, name: other }),
    fc.record({ is_user: fc.constant(false), is_system: fc.constant(true), mes: other }),
  ),
  { maxLength: 5 },
);
const bigAgi = fc.array(
  fc.oneof(
    fc.record({
      role: fc.constant('model'),
      parts: fc.array(
        fc.oneof(
          fc.record({ pt: fc.constant('text'), text: said }),
          fc.record({ pt: fc.constant('inline_image'), text: other }),
        ),
        { maxLength: 3 },
      ),
    }),
    fc.record({
      role: fc.constant('user'),
      parts: fc.array(fc.record({ pt: fc.constant('text'), text: other }), { maxLength: 2 }),
    }),
  ),
  { maxLength: 4 },
);
const storedTurn = fc.oneof(storedReply, prompt);
const storedChat = fc.record({
  title: other,
  models: fc.array(other, { maxLength: 1 }),
  history: fc.record({ messages: fc.dictionary(fc.uuid(), storedTurn, { maxKeys: 3 }), currentId: fc.uuid() }),
  messages: fc.array(storedTurn, { maxLength: 4 }),
});

const body = fc.oneof(
  fc.record({
    messages: fc.array(fc.oneof(chat, fc.constant([])), { maxLength: 1 }).map((chats) => chats[0] ?? []),
    system: anything,
  }),
  fc.record({
    messages: fc.array(
      fc.tuple(storedTurn, fc.uuid()).map(([turn, id]) => ({ id, ...turn })),
      { maxLength: 4 },
    ),
    chat_id: fc.uuid(),
    session_id: fc.uuid(),
    id: fc.uuid(),
    model_item: anything,
  }),
  fc.record({ id: fc.uuid(), messages: fc.array(uiMessage, { maxLength: 4 }), trigger: other }),
  fc.record({ input: chat, instructions: other }),
  fc.record({ input: fc.oneof(other, chat), conversation_history: chat, instructions: other }),
  fc.record({ contents: gemini, systemInstruction: anything, tools: anything }),
  fc.record({ chat_history: cohere, message: other, preamble: other, documents: anything }),
  fc.record({ chat: silly, file_name: other }),
  fc.record({ chat: storedChat, folder_id: other }),
  fc.record({
    '0': fc.record({ json: fc.record({ chatGenerate: fc.record({ systemMessage: anything, chatSequence: bigAgi }) }) }),
  }),
  fc.record({ model: fc.constant('m'), prompt: other, responses: fc.array(said, { maxLength: 3 }) }),
  fc.record({ prompt: fc.oneof(other, fc.array(other, { maxLength: 2 })), memory: other }),
  fc.record({ inputs: other, parameters: anything }),
);
/** Calls `visit` for each string of two values of one shape. */
function walk(before: unknown, after: unknown, visit: (before: string, after: string) => void): void {
  if (typeof before === 'string') return visit(before, after as string);
  if (typeof before !== 'object' || before === null) return expect(after).toBe(before);
  expect(Object.keys(after as object)).toEqual(Object.keys(before));
  for (const [key, value] of Object.entries(before)) walk(value, (after as Record<string, unknown>)[key], visit);
}

test("in every shape, only the assistant's texts are changed, and their markers are gone", () => {
  let cleaned = 0;
  fc.assert(
    fc.property(body, (asked) => {
      const before = JSON.parse(JSON.stringify(asked)) as unknown;
      const result = cleanRequest(JSON.stringify(before));
      walk(before, JSON.parse(result?.body ?? JSON.stringify(before)), (was, is) => {
        if (!was.startsWith(SAID)) return expect(is).toBe(was);
        // The first line after the tag is a marker in each of them.
        expect(is.startsWith(`${SAID}.\n\`⏰ list\``)).toBe(false);
        cleaned++;
      });
    }),
    { numRuns: 1500 },
  );
  expect(cleaned).toBeGreaterThan(1500);
});
