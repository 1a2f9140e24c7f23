import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { jsonSchema, streamText, tool } from 'ai';
import { asking, outcomeOf } from './client.ts';
import { TOOLS } from './tools.ts';

/**
 * `@ai-sdk/openai-compatible` under `streamText` of `ai`, as Chatbox and Jan use it: an error part
 * ends the reply.
 */
export const aiSdk = asking({
  name: 'AI SDK',
  ask: ({ baseURL, apiKey, model, question, fetch }) =>
    outcomeOf(async (reading) => {
      const provider = createOpenAICompatible({ name: 'server', baseURL, apiKey, fetch });
      const tools = Object.fromEntries(
        TOOLS.map((name) => [name, tool({ inputSchema: jsonSchema({ type: 'object' }) })]),
      );
      const { stream } = streamText({
        model: provider(model),
        prompt: question,
        tools,
        maxRetries: 0,
        onError: () => {},
      });
      for await (const part of stream) {
        if (part.type === 'error') throw part.error;
        if (part.type === 'text-delta') reading.text += part.text;
        if (part.type === 'tool-call')
          reading.calls.push({ name: part.toolName, arguments: JSON.stringify(part.input) });
      }
    }),
});
