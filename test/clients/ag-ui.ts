import { HttpAgent } from '@ag-ui/client';
import { LIBRARY, outcomeOf, responseOf, type Client } from './client.ts';
import { quietly } from './globals.ts';

/** `HttpAgent` of `@ag-ui/client`, as CopilotKit uses it. */
export const agUi: Client = {
  name: 'AG-UI',
  ...LIBRARY,
  format: 'ag-ui',
  read: (reads, contentType) =>
    outcomeOf(async (reading) => {
      const agent = new HttpAgent({
        url: 'http://localhost/',
        fetch: () => Promise.resolve(responseOf(reads, contentType)),
      });
      const { newMessages } = await quietly(() => agent.runAgent());
      for (const message of newMessages) {
        if (message.role !== 'assistant') continue;
        reading.text += message.content ?? '';
        for (const { function: said } of message.toolCalls ?? [])
          reading.calls.push({ name: said.name, arguments: said.arguments });
      }
    }),
};
