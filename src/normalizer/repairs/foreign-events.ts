import { isObject } from '../json-text.ts';
import type { Frame } from './frame-repair.ts';

/** @returns whether a frame that no dialect knows is a named event with neither a chunk nor an error as data */
export function isForeignEvent({ fields, json }: Frame): boolean {
  const name = fields?.event ?? 'message';
  if (name === 'message' || name === 'error' || name.startsWith('thread.')) return false;
  return !(isObject(json) && ('choices' in json || 'error' in json));
}
