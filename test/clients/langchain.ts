import type { AIMessageChunk } from '@langchain/core/messages';
import { concat } from '@langchain/core/utils/stream';
import { ChatOpenAI } from '@langchain/openai';
import { outcomeOf, responseOf, type Client } from './client.ts';
import { quietly } from './globals.ts';

/** `@langchain/openai`: its chunks put together by `concat` of `@langchain/core`. */
export const langchain: Client = {
  name: 'LangChain',
  format: 'chat',
  kind: 'library',
  calls: true,
  errors: true,
  read: (reads, contentType) =>
    outcomeOf(async (reading) => {
      const model = new ChatOpenAI({
        apiKey: 'none',
        model: 'm',
        maxRetries: 0,
        configuration: {
          baseURL: 'http://localhost/v1',
          dangerouslyAllowBrowser: true,
          logLevel: 'off',
          fetch: () => Promise.resolve(responseOf(reads, contentType)),
        },
      });
      await quietly(async () => {
        let whole: AIMessageChunk | null = null;
        for await (const chunk of await model.stream('go')) {
          whole = whole ? concat(whole, chunk) : chunk;
          reading.text += chunk.text;
          reading.calls = callsOf(whole);
        }
      });
    }),
};

function callsOf({
  tool_calls: calls = [],
  invalid_tool_calls: broken = [],
}: AIMessageChunk): { name: string; arguments: string }[] {
  return [
    ...calls.map(({ name, args }) => ({ name, arguments: JSON.stringify(args) })),
    ...broken.map(({ name = '', args = '' }) => ({ name, arguments: args })),
  ];
}
