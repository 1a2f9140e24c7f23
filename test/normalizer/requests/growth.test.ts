import { expect, test } from 'vitest';
import { cleanRequest } from '../../../src/normalizer/requests/request-cleaner.ts';

/** One body of hostile text, some 40 kB for n = 1. */
const BODIES: readonly (readonly [name: string, make: (n: number) => unknown])[] = [
  [
    'messages',
    (n) => ({
      messages: Array.from({ length: n * 1000 }, (_, i) => ({
        role: i % 2 ? 'assistant' : 'user',
        content: '`⏰ list`\n\nx',
        reasoning: '`⏰ list`\n\nx',
      })),
    }),
  ],
  [
    'messages with every field',
    (n) => ({
      messages: Array.from({ length: n * 500 }, () => ({
        role: 'assistant',
        content: [{ type: 'text', text: '`a`' }],
        parts: [{ type: 'text', text: '`a`' }],
        output: [{ type: 'message', content: [{ type: 'output_text', text: '`a`' }] }],
      })),
    }),
  ],
  ['roles', (n) => ({ messages: Array.from({ length: n * 3000 }, (_, i) => ({ role: `r${i}`, content: '`a`' })) })],
  ['fences', (n) => ({ messages: [{ role: 'assistant', content: '```\n~~~\n    ````\n'.repeat(n * 6000) }] })],
  [
    'a history of Hermes',
    (n) => ({
      input: '`',
      conversation_history: Array.from({ length: n * 1000 }, () => ({ role: 'assistant', content: '`⏰ list`\n\nx' })),
    }),
  ],
  [
    'contents',
    (n) => ({
      contents: Array.from({ length: n * 1000 }, () => ({ role: 'model', parts: [{ text: '`⏰ list`\n\nx' }] })),
    }),
  ],
  [
    'a history of Cohere',
    (n) => ({
      message: '`',
      chat_history: Array.from({ length: n * 1000 }, () => ({ role: 'CHATBOT', message: '`⏰ list`\n\nx' })),
    }),
  ],
];

/** In CPU time: on a machine that others use, long tasks take even longer. */
function msFor(body: string): number {
  let best = Infinity;
  for (let run = 0; run < 3; run++) {
    const start = process.cpuUsage();
    cleanRequest(body);
    best = Math.min(best, process.cpuUsage(start).user / 1000);
  }
  return best;
}

test.each(BODIES)('eight times the text takes about eight times as long, not sixty-four: %s', (_name, make) => {
  const [small, large] = [JSON.stringify(make(1)), JSON.stringify(make(8))];

  let ratio = Infinity;
  for (let attempt = 0; attempt < 4 && ratio > 20; attempt++)
    ratio = Math.min(ratio, msFor(large) / (msFor(small) + 1));
  expect(ratio).toBeLessThan(20);
});
