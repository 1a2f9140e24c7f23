import { PAGE, answering, outcomeOf, type Client } from './client.ts';
import { openaiFor, questionOf } from './openai-client.ts';

/**
 * Hollama with an OpenAI server, reimplemented from its src/lib/chat/openai.ts, on the genuine
 * `openai`: the first choice of every chunk is read unguarded, even if there is none. It does not
 * support calls.
 */
export const hollama: Client = {
  name: 'Hollama',
  ...PAGE,
  calls: false,
  read: (reads, contentType) =>
    outcomeOf(async (reading) => {
      const asked = answering(reads, contentType);
      const stream = await openaiFor(asked).chat.completions.create({
        ...questionOf(asked),
        stream: true,
      });
      for await (const { choices } of stream) {
        const [choice] = choices;
        if (!choice) throw new TypeError("Cannot read properties of undefined (reading 'delta')");
        reading.text += choice.delta.content ?? '';
      }
    }),
};
