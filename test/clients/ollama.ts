import { Ollama } from 'ollama/browser';
import { outcomeOf, responseOf, type Client } from './client.ts';

/** `ollama`, its build for browsers. */
export const ollama: Client = {
  name: 'ollama',
  format: 'ollama',
  kind: 'library',
  calls: true,
  errors: true,
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
