import { isObject } from '../normalizer/json/json-edit.ts';

/**
 * Keywords that compare text with regular expressions, or each item with each. A `format` is an annotation anyhow
 * (2020-12, validation, 7.2).
 */
const UNCHECKED = ['pattern', 'patternProperties', 'format', 'uniqueItems'];
/** Keywords whose value is a schema for each name, and those whose value is data. */
const OF_NAMES = ['properties', '$defs', 'definitions', 'dependentSchemas'];
const OF_DATA = ['const', 'enum', 'default', 'examples', 'required'];

/**
 * Returns a JSON schema without its patterns: a JavaScript engine may try one in exponential time, and nothing can stop
 * it (`^([a-z0-9]+[._-]?)+@x$` takes minutes for 34 letters); `uniqueItems` takes 1.5 s for 4000 items. So no value is
 * refused for these; names that only `patternProperties` allow are refused where no others are allowed.
 * @param schema of unknown depth
 */
export function withoutPatterns(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutPatterns);
  if (!isObject(schema)) return schema;
  const kept = Object.entries(schema).filter(([key]) => !UNCHECKED.includes(key));
  return Object.fromEntries(
    kept.map(([key, value]) => {
      if (OF_DATA.includes(key)) return [key, value];
      if (!OF_NAMES.includes(key) || !isObject(value)) return [key, withoutPatterns(value)];
      const each = Object.entries(value).map(([name, one]) => [name, withoutPatterns(one)]);
      return [key, Object.fromEntries(each)];
    }),
  );
}
