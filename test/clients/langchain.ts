import type { AIMessageChunk } from '@langchain/core/messages';
import { concat } from '@langchain/core/utils/stream';
import { ChatOpenAI } from '@langchain/openai';
import { asking, outcomeOf } from './client.ts';
import { quietly } from './globals.ts';

/** `@langchain/openai`: its chunks joined by `concat` of `@langchain/core`. */
export const langchain = asking({
  name: 'LangChain',
  ask: ({ baseURL, apiKey, model: name, question, fetch }) =>
    outcomeOf(async (reading) => {
      const model = new ChatOpenAI({
        apiKey,
        model: name,
        maxRetries: 0,
        configuration: { baseURL, dangerouslyAllowBrowser: true, logLevel: 'off', fetch },
      });
      await quietly(async () => {
        let whole: AIMessageChunk | null = null;
        for await (const chunk of await model.stream(question)) {
          whole = whole ? concat(whole, chunk) : chunk;
          reading.text += chunk.text;
          reading.calls = callsOf(whole);
        }
      });
    }),
});

function callsOf({
  tool_calls: calls = [],
  invalid_tool_calls: broken = [],
}: AIMessageChunk): { name: string; arguments: string }[] {
  return [
    ...calls.map(({ name, args }) => ({ name, arguments: JSON.stringify(args) })),
    ...broken.map(({ name = '', args = '' }) => ({ name, arguments: args })),
  ];
}
