import { Validator } from '@cfworker/json-schema';
import { arrayOf, stringOf } from '../normalizer/dialects/fields.ts';
import { isObject, parseJson } from '../normalizer/json/json-edit.ts';
import type { ReadCall } from './calls/read-calls.ts';
import { createRequestSearch } from './calls/request-search.ts';
import { withoutPatterns } from './schema-patterns.ts';

type Fields = Record<string, unknown>;

/**
 * What comparing the calls of one reply with their schemas may cost, as `withoutPatterns` counts
 * it: half a second.
 */
const MAX_COST = 20_000_000;

/** The tools that one request offers. */
export interface OfferedTools {
  readonly names: readonly string[];
  /**
   * @returns the arguments of a call as JSON text; null if no such tool is offered, or its schema
   * refuses them
   */
  argumentsOf(call: ReadCall): string | null;
  /**
   * Returns whether the request itself contains a call, in one of the encodings that are known.
   * @param json its arguments
   */
  contains(written: string, json: string): boolean;
}

/** @param body of a request for a chat completion. @returns null if it offers no tools */
export function readTools(body: string): OfferedTools | null {
  const request = parseJson(body);
  if (!isObject(request) || request.tool_choice === 'none') return null;
  const offered = arrayOf(request.tools).map((tool) => (isObject(tool) ? tool.function : null));
  let spent = 0;
  const onTry = (cost: number): void => {
    spent += cost;
    if (spent > MAX_COST) throw new RangeError('a schema that takes too long');
  };
  const tools = new Map(
    offered
      .filter(isObject)
      .map(({ name, parameters }) => [stringOf(name), schemaOf(parameters ?? {}, onTry)]),
  );
  if (tools.size === 0) return null;
  const search = createRequestSearch(request, [...tools.keys()]);
  return {
    names: [...tools.keys()],
    argumentsOf({ name, given }) {
      const schema = tools.get(name);
      if (!isObject(schema)) return null;
      const json = typeof given === 'string' ? given : JSON.stringify(typed(given, schema));
      return fits(parseJson(json), schema) ? json : null;
    },
    contains: (written, json) => search({ written, json }),
  };
}

/** @returns null for one that is nested too deeply: no call fits it */
function schemaOf(parameters: unknown, onTry: (cost: number) => void): unknown {
  try {
    return withoutPatterns(parameters, onTry);
  } catch {
    return null;
  }
}

function fits(value: unknown, schema: Fields): boolean {
  try {
    return isObject(value) && new Validator(schema).validate(value).valid;
  } catch {
    return false; // it refers to a schema that nobody knows, is none itself, or takes too long
  }
}

/** Gives parameters, which are written as text, the types of the schema. */
function typed(
  given: readonly (readonly [name: string, value: string])[],
  { properties }: Fields,
): Fields {
  const values = given.map(([name, text]) => {
    const property = isObject(properties) ? properties[name] : null;
    const isText = isObject(property) && [property.type].flat().includes('string');
    return [name, (isText ? undefined : parseJson(text.trim())) ?? text];
  });
  return Object.fromEntries(values) as Fields;
}
