import { createParser } from 'eventsource-parser';
import { isObject } from '../../src/normalizer/json/json-edit.ts';
import { PAGE, outcomeOf, type Call, type Client, type Reading } from './client.ts';

type Fields = Record<string, unknown>;

/**
 * big-AGI with "client side fetch", reimplemented from its openai.parser.ts,
 * chatGenerate.executor.ts and the schema of its openai.wiretypes.ts. Its SSE reader is a copy of
 * eventsource-parser, which is used here. The name of an event is ignored; a chunk that violates
 * the schema ends the reply with "[Service Parsing Issue]". The loop over `tool_calls` stops after
 * a new call, and a name or id that changes is refused.
 */
export const bigAgi: Client = {
  name: 'big-AGI',
  ...PAGE,
  read: (reads) =>
    outcomeOf(async (reading) => {
      const readChunk = createReader(reading);
      let done = false;
      const parser = createParser({
        onEvent({ data }) {
          done ||= data === '[DONE]';
          // Messages without data are skipped.
          if (!done && data !== '') readChunk(JSON.parse(data));
        },
      });
      const decoder = new TextDecoder();
      for (const piece of reads) parser.feed(decoder.decode(piece, { stream: true }));
    }),
};

/** @returns a reader of chunks that throws if big-AGI would end the reply with an issue */
function createReader(reading: Reading): (chunk: unknown) => void {
  const calls: { id: string; name: string; arguments: string }[] = [];

  /** @returns whether the call is new, which ends the loop over the entries */
  function addEntry({ index, id, function: said }: Entry): boolean {
    const at = index ?? calls.length;
    const call = calls[at];
    if (!call) {
      calls[at] = { id: id ?? '', name: said.name ?? '', arguments: said.arguments ?? '' };
      return true;
    }
    if (id && id !== call.id) throw new Error(`unexpected tool_call id change: ${id}`);
    if (said.name) throw new Error(`unexpected tool_call name change: ${said.name}`);
    call.arguments += said.arguments ?? '';
    return false;
  }

  return (chunk) => {
    if (isObject(chunk) && chunk.type === 'keepalive') return;
    if (isObject(chunk) && chunk.error) throw new Error(JSON.stringify(chunk.error));
    const { choices, hasUsage } = checkChunk(chunk);
    if (hasUsage && choices.length === 0) return;
    const [delta] = choices;
    if (!delta || choices.length > 1)
      throw new Error(`expected 1 completion, got ${choices.length}`);
    reading.text += typeof delta.content === 'string' ? delta.content : '';
    delta.entries.some(addEntry);
    // An index that nobody filled leaves a hole.
    reading.calls = calls.flatMap(({ name, arguments: said }): Call[] => [
      { name, arguments: said },
    ]);
  };
}

interface Entry {
  readonly index: number | undefined;
  readonly id: string | undefined;
  readonly function: { readonly name?: string | null; readonly arguments?: string | null };
}

/** @returns the deltas of a chunk, validated as the schema does; throws if it is invalid */
function checkChunk(chunk: unknown): {
  choices: { content: unknown; entries: Entry[] }[];
  hasUsage: boolean;
} {
  if (!isObject(chunk)) throw refusal('chunk');
  check(typeof chunk.id === 'string', 'id');
  check(typeof chunk.model === 'string', 'model');
  if (!Array.isArray(chunk.choices)) throw refusal('choices');
  return { choices: (chunk.choices as unknown[]).map(checkChoice), hasUsage: chunk.usage != null };
}

function checkChoice(choice: unknown): { content: unknown; entries: Entry[] } {
  if (!isObject(choice) || !isObject(choice.delta)) throw refusal('delta');
  const { role, content, tool_calls: entries } = choice.delta;
  check(role == null || role === 'assistant', 'role');
  check(
    content == null ||
      typeof content === 'string' ||
      (Array.isArray(content) && content.every(isObject)),
    'content',
  );
  check(choice.finish_reason == null || typeof choice.finish_reason === 'string', 'finish_reason');
  check(entries == null || Array.isArray(entries), 'tool_calls');
  return { content, entries: ((entries ?? []) as unknown[]).map(checkEntry) };
}

function checkEntry(entry: unknown): Entry {
  if (!isObject(entry) || !isObject(entry.function)) throw refusal('function');
  const { index, id, type } = entry;
  check(type === undefined || type === 'function', 'type');
  if (!(index === undefined || typeof index === 'number')) throw refusal('index');
  if (!(id === undefined || typeof id === 'string')) throw refusal('id');
  return {
    index,
    id,
    function: {
      name: textOf(entry.function, 'name'),
      arguments: textOf(entry.function, 'arguments'),
    },
  };
}

function textOf(fields: Fields, key: string): string | null | undefined {
  const value = fields[key];
  if (value == null || typeof value === 'string') return value;
  throw refusal(key);
}

function check(right: boolean, what: string): void {
  if (!right) throw refusal(what);
}

function refusal(what: string): Error {
  return new Error(`[Service Parsing Issue] ${what}`);
}
