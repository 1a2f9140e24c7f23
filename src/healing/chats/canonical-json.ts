import { rawElements, rawMembers } from '../../normalizer/json/json-edit.ts';

/**
 * @param text valid JSON
 * @returns a text that is equal for two JSON texts with the same meaning, and for no others. The
 * order of keys, white space between tokens and the escaping of characters are ignored; numbers are
 * compared as written, whereas parsing would lose digits
 */
export function canonicalJson(text: string): string {
  const json = text.trim();
  if (json.startsWith('"')) return JSON.stringify(JSON.parse(json));
  if (json.startsWith('[')) return `[${rawElements(json, []).map(canonicalJson).join()}]`;
  if (!json.startsWith('{')) return json;
  const members = [...rawMembers(json)].map(
    ([key, value]) => `${JSON.stringify(key)}:${canonicalJson(value)}`,
  );
  return `{${members.toSorted().join()}}`;
}
