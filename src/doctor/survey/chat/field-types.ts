import { isObject } from '../../../normalizer/json/json-edit.ts';
import { excerptOf, MAX_NAME } from '../../excerpt.ts';
import { mistyped, typeOf } from '../../words.ts';

/** What OpenAI's schema says of a field of a chunk that readers check. */
interface Field {
  /** Its path; `choices[]`: of each of them. */
  readonly path: string;
  readonly type: string;
  readonly required?: true;
  /** It may be missing, but not null. */
  readonly filled?: true;
  /** Another type that is told, or repaired, as a fault of its own. */
  readonly other?: readonly string[];
  /** What it may be, if it is a text. */
  readonly among?: readonly string[];
}

/** An empty one is a fault of its own. */
const ROLES = ['assistant', 'system', 'user', 'tool', 'developer', 'function', ''];

/** https://platform.openai.com/docs/api-reference/chat-streaming, and `usage` of its last chunk. */
const TABLE: readonly Field[] = [
  { path: 'id', type: 'string', required: true },
  { path: 'model', type: 'string', required: true },
  { path: 'created', type: 'number' },
  { path: 'choices[]', type: 'object', required: true },
  { path: 'choices[].index', type: 'number', required: true },
  { path: 'choices[].finish_reason', type: 'string' },
  { path: 'choices[].delta', type: 'object' },
  { path: 'choices[].delta.role', type: 'string', among: ROLES },
  { path: 'choices[].delta.content', type: 'string', other: ['object', 'list'] },
  { path: 'choices[].delta.reasoning_content', type: 'string' },
  { path: 'choices[].delta.reasoning', type: 'string' },
  { path: 'choices[].delta.function_call', type: 'object' },
  { path: 'choices[].delta.tool_calls', type: 'list', other: ['object'] },
  { path: 'choices[].delta.tool_calls[]', type: 'object', required: true },
  { path: 'choices[].delta.tool_calls[].id', type: 'string' },
  { path: 'choices[].delta.tool_calls[].function.name', type: 'string' },
  { path: 'choices[].delta.tool_calls[].function.arguments', type: 'string', other: ['object'] },
  { path: 'usage', type: 'object' },
  { path: 'usage.prompt_tokens', type: 'number', filled: true },
  { path: 'usage.completion_tokens', type: 'number', filled: true },
  { path: 'usage.total_tokens', type: 'number', filled: true },
  // Of llama.cpp.
  { path: 'timings', type: 'object', filled: true },
];

/** The same of a whole answer. */
const WHOLE: readonly Field[] = [
  { path: 'choices[].message', type: 'object' },
  { path: 'choices[].message.content', type: 'string', other: ['object', 'list'] },
  { path: 'choices[].message.tool_calls', type: 'list', other: ['object'] },
];

/** The same, with paths as they are walked and named: each chunk is checked. */
const FIELDS = walked(TABLE);
const WHOLE_FIELDS = walked(WHOLE);

function walked(table: readonly Field[]) {
  return table.map(({ path, ...field }) => ({
    ...field,
    keys: path.split('.'),
    name: path.replaceAll('[]', ''),
  }));
}

/**
 * @param json a chunk of a chat completion, or a whole one, of which nothing is said
 * @returns a field of it that is not what readers check it to be, in words; null if there is none
 */
export function wrongField(json: Record<string, unknown>): string | null {
  if (json.error != null) return null;
  const isWhole = json.object === 'chat.completion';
  const of = isWhole ? 'the answer' : 'a chunk';
  for (const field of isWhole ? WHOLE_FIELDS : FIELDS) {
    const { name, keys, type, required = false, filled = false, other = [], among } = field;
    for (const value of valuesAt(json, keys)) {
      if (value === undefined && required) return `A chunk has no "${name}".`;
      if (typeof value === 'string' && among && !among.includes(value))
        return `"${name}" of a chunk is "${excerptOf(value, MAX_NAME)}", which the schema does not know.`;
      const is = typeOf(value);
      const isFine = value === undefined || is === type || other.includes(is);
      if (isFine || (value === null && !required && !filled)) continue;
      return mistyped(name, of, value, type);
    }
  }
  return null;
}

/** @returns all values at a path; undefined for a member that its object does not have */
function valuesAt(value: unknown, [key, ...rest]: readonly string[]): readonly unknown[] {
  if (key === undefined) return [value];
  if (!isObject(value)) return [];
  if (!key.endsWith('[]')) return valuesAt(value[key], rest);
  const list = value[key.slice(0, -2)];
  return Array.isArray(list) ? list.flatMap((each: unknown) => valuesAt(each, rest)) : [];
}
