import type { Call, Reading } from './client.ts';

/** The fields of a chat completion chunk that pages read. */
export interface Chunk {
  readonly choices: readonly Choice[];
}

interface Choice {
  readonly delta: { readonly content?: string | null; readonly tool_calls?: readonly Entry[] };
}

/** An entry of `tool_calls`. */
export interface Entry {
  readonly index: number;
  readonly id?: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

/**
 * Reads chunks like the example for streamed calls in OpenAI's guide to function calling, which
 * many programs copy verbatim: nothing is guarded, calls are kept by index, and arguments are
 * appended from the first delta of a call on, including those in that delta itself.
 * @returns a reader that throws if the example would
 */
export function createChunkReader(reading: Reading): (chunk: Chunk) => void {
  const calls: { name: string; arguments: string }[] = [];
  return ({ choices }) => {
    const [choice] = choices;
    reading.text += choice?.delta.content ?? '';
    for (const { index, function: said } of choice?.delta.tool_calls ?? []) {
      const call = (calls[index] ??= { name: said.name, arguments: said.arguments });
      call.arguments += said.arguments;
    }
    reading.calls = wholeCalls(calls);
  };
}

/**
 * Reads the data of one event after another: anything but `[DONE]` is a chunk, and is parsed
 * unguarded.
 * @returns a reader that throws if the data is no chunk; true once `[DONE]` arrived
 */
export function createDataReader(reading: Reading): (data: string) => boolean {
  const readChunk = createChunkReader(reading);
  let done = false;
  return (data) => {
    if (data === '[DONE]') done = true;
    // An unguarded client reads whatever the server sends.
    else if (!done) readChunk(JSON.parse(data) as Chunk);
    return done;
  };
}

/** @returns the calls, without the holes that unused indexes leave */
function wholeCalls(calls: readonly (Call | undefined)[]): Call[] {
  return calls.filter((call) => call !== undefined).map((call) => ({ ...call }));
}
