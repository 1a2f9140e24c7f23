import { isObject } from '../normalizer/json/json-edit.ts';

/**
 * Keywords that compare text with regular expressions, or each item with each. A `format` is an
 * annotation anyhow (2020-12, validation, 7.2).
 */
const UNCHECKED = ['pattern', 'patternProperties', 'format', 'uniqueItems'];
/** Keywords whose value is a schema for each name, and those whose value is data. */
const OF_NAMES = ['properties', '$defs', 'definitions', 'dependentSchemas'];
const OF_DATA = ['const', 'enum', 'default', 'examples', 'required', 'dependentRequired'];

/** What trying a schema costs, as many characters of data as are compared in the same time. */
const TRY = 100;

/**
 * Returns a JSON schema without its patterns: a JavaScript engine may try one in exponential time,
 * and nothing can stop it (`^([a-z0-9]+[._-]?)+@x$` takes minutes for 34 letters); `uniqueItems`
 * takes 1.5 s for 4000 items. So no value is refused for these; names that only `patternProperties`
 * allow are refused where no others are allowed.
 * @param schema of unknown depth
 * @param onTry called with the cost whenever a schema in it is tried, in characters that are
 * compared: references may make a validator try one of them 2 ** 32 times, and nothing else can
 * stop that
 */
export function withoutPatterns(schema: unknown, onTry: (cost: number) => void): unknown {
  if (Array.isArray(schema)) return schema.map((one) => withoutPatterns(one, onTry));
  if (!isObject(schema)) return schema;
  const kept = Object.entries(schema).filter(([key]) => !UNCHECKED.includes(key));
  let cost = TRY;
  const entries = kept.map(([key, value]) => {
    if (OF_DATA.includes(key)) {
      cost += JSON.stringify(value).length;
      return [key, value];
    }
    if (typeof value === 'object' && value !== null) cost += Object.keys(value).length;
    if (!OF_NAMES.includes(key) || !isObject(value)) return [key, withoutPatterns(value, onTry)];
    const each = Object.entries(value).map(([name, one]) => [name, withoutPatterns(one, onTry)]);
    return [key, Object.fromEntries(each)];
  });
  const { $recursiveAnchor: anchor } = schema;
  // A validator reads this one of each schema that it tries.
  return Object.defineProperty(Object.fromEntries(entries), '$recursiveAnchor', {
    enumerable: false,
    get() {
      onTry(cost);
      return anchor;
    },
  });
}
