import { Ollama } from 'ollama/browser';
import { LIBRARY, outcomeOf, responseOf, type Client } from './client.ts';

/** `ollama`, its build for browsers. */
export const ollama: Client = {
  name: 'ollama',
  ...LIBRARY,
  format: 'ollama',
  read: (reads, contentType) =>
    outcomeOf(async (reading) => {
      const client = new Ollama({
        host: 'http://localhost',
        fetch: () => Promise.resolve(responseOf(reads, contentType)),
      });
      for await (const { message } of await client.chat({
        model: 'm',
        messages: [{ role: 'user', content: 'go' }],
        stream: true,
      })) {
        reading.text += message.content;
        for (const { function: said } of message.tool_calls ?? [])
          reading.calls.push({ name: said.name, arguments: JSON.stringify(said.arguments) });
      }
    }),
};
