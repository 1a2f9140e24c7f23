import type { Call, Reading } from './client.ts';

/** A chunk of a chat completion, as far as pages read it. */
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
 * Reads chunks as the example for streamed calls in OpenAI's guide to function calling does, which many programs repeat to
 * the letter: nothing is guarded, calls are kept by index, and arguments are appended from the first delta of a call on,
 * also those that this delta itself has brought.
 * @returns a reader that throws where the example would
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
 * Reads the data of one event after the other: what is not `[DONE]` is a chunk, and is parsed unguarded.
 * @returns a reader that throws where the data is no chunk; true once `[DONE]` came
 */
export function createDataReader(reading: Reading): (data: string) => boolean {
  const readChunk = createChunkReader(reading);
  let done = false;
  return (data) => {
    if (data === '[DONE]') done = true;
    // What an unguarded client reads is whatever the server sends.
    else if (!done) readChunk(JSON.parse(data) as Chunk);
    return done;
  };
}

/** @returns the calls, without the holes that an index nobody filled leaves */
function wholeCalls(calls: readonly (Call | undefined)[]): Call[] {
  return calls.filter((call) => call !== undefined).map((call) => ({ ...call }));
}
