import type { JsonPath } from '../json-text.ts';
import type { TextSlot } from './dialect.ts';

/** Lenient readers: servers, proxies and forks name the same field in many ways (hermes-agent#20109, #49069, forks). */

/** @returns the first of the named fields that holds a string, or null */
export function firstString(json: Record<string, unknown>, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = json[name];
    if (typeof value === 'string') return value;
  }
  return null;
}

/** @returns the array, or an empty one for anything else */
export function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** @returns the text at a path as the only text of a message; none for what is no string */
export function textAt(path: JsonPath, text: unknown, channel: string, kind: TextSlot['kind']): TextSlot[] {
  return typeof text === 'string' ? [{ path, text, channel, kind }] : [];
}

/** @returns the text of one field as the only text of a message; none where the field holds no string */
export function textOf(json: Record<string, unknown>, key: string, channel: string, kind: TextSlot['kind']): TextSlot[] {
  return textAt([key], json[key], channel, kind);
}
