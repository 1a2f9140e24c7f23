import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { jsonSchema, streamText, tool } from 'ai';
import { outcomeOf, responseOf, type Client } from './client.ts';
import { TOOLS } from './tools.ts';

/** `@ai-sdk/openai-compatible` under `streamText` of `ai`, as Chatbox and Jan use it: an error part ends the reply. */
export const aiSdk: Client = {
  name: 'AI SDK',
  format: 'chat',
  kind: 'library',
  calls: true,
  errors: true,
  read: (reads, contentType) =>
    outcomeOf(async (reading) => {
      const provider = createOpenAICompatible({
        name: 'server',
        baseURL: 'http://localhost/v1',
        fetch: () => Promise.resolve(responseOf(reads, contentType)),
      });
      const tools = Object.fromEntries(
        TOOLS.map((name) => [name, tool({ inputSchema: jsonSchema({ type: 'object' }) })]),
      );
      const { stream } = streamText({ model: provider('m'), prompt: 'go', tools, maxRetries: 0, onError: () => {} });
      for await (const part of stream) {
        if (part.type === 'error') throw part.error;
        if (part.type === 'text-delta') reading.text += part.text;
        if (part.type === 'tool-call')
          reading.calls.push({ name: part.toolName, arguments: JSON.stringify(part.input) });
      }
    }),
};
