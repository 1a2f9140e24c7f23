import { createChunkReader, type Chunk } from './chunk-reader.ts';
import { asking, outcomeOf } from './client.ts';
import { openaiFor, questionOf } from './openai-client.ts';

/** `openai`, its stream of chunks, read like OpenAI's guide to function calling. */
export const openaiStream = asking({
  name: 'openai',
  ask: (asked) =>
    outcomeOf(async (reading) => {
      const readChunk = createChunkReader(reading);
      const stream = await openaiFor(asked).chat.completions.create({
        ...questionOf(asked),
        stream: true,
      });
      // The guide's example trusts the types in the same way.
      for await (const chunk of stream) readChunk(chunk as Chunk);
    }),
});
