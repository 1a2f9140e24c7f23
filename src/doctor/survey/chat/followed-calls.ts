import { arrayOf, firstString } from '../../../normalizer/dialects/fields.ts';
import { isObject, parseJson } from '../../../normalizer/json/json-edit.ts';

interface Call {
  /** As the server sent it, of any type. */
  readonly index: unknown;
  name: string;
  id: string;
  hasType: boolean;
  said: string;
  /** Its input needs no check: an object, or the free text of a custom tool. */
  isFree: boolean;
}

/** Most calls of one choice that are tracked. */
const MAX_CALLS = 1000;

/** Assembles the calls of one choice, as a careful client does. */
export function createFollowedCalls() {
  const calls: Call[] = [];
  let last: Call | undefined;

  function callOf(entry: Record<string, unknown>, name: string, id: string): Call | undefined {
    const { index } = entry;
    const known = calls.findLast((call) =>
      typeof index === 'number' ? call.index === index : id !== '' && call.id === id,
    );
    // Ollama gives all calls of one reply the same index.
    if (known && !(name !== '' && id !== '' && known.id !== '' && known.id !== id)) return known;
    if (!known && typeof index !== 'number' && name === '' && last) return last;
    if (calls.length >= MAX_CALLS) return undefined;
    const call: Call = { index, name: '', id: '', hasType: false, said: '', isFree: false };
    calls.push(call);
    return call;
  }

  function addOne(entry: unknown): void {
    if (!isObject(entry)) return;
    const said = toolOf(entry);
    const name = firstString(said, 'name') ?? '';
    const id = firstString(entry, 'id') ?? '';
    const call = callOf(entry, name, id);
    if (!call) return;
    last = call;
    call.name ||= name;
    call.id ||= id;
    call.hasType ||= typeof entry.type === 'string' && entry.type !== '';
    if (isObject(said.arguments) || isObject(entry.custom)) call.isFree = true;
    if (typeof said.arguments === 'string') call.said += said.arguments;
  }

  /** Returns whether the arguments are JSON; null if there are none. */
  function isWhole({ said, isFree }: Call): boolean | null {
    if (isFree) return true;
    return said === '' ? null : parseJson(said) !== undefined;
  }

  return {
    /** @param entries the `tool_calls` of one delta */
    add: (entries: readonly unknown[]): void => entries.forEach(addOne),
    /** @returns the calls as they are at the end of their stream */
    calls: () => calls.map((call) => ({ ...call, isWhole: isWhole(call) })),
  };
}

/**
 * @returns the tool of an entry: a function, or a custom tool, whose `input` is any text
 * (https://platform.openai.com/docs/guides/function-calling#custom-tools)
 */
function toolOf(entry: Record<string, unknown>): Record<string, unknown> {
  if (isObject(entry.function)) return entry.function;
  return isObject(entry.custom) ? entry.custom : {};
}

/** @returns the entries of `tool_calls`, or of the older `function_call`, of a delta or message */
export function entriesOf(said: Record<string, unknown>): readonly unknown[] {
  if (isObject(said.tool_calls)) return [said.tool_calls];
  const entries = arrayOf(said.tool_calls);
  return entries.length === 0 && isObject(said.function_call)
    ? [{ index: 0, id: 'function_call', type: 'function', function: said.function_call }]
    : entries;
}
