import { remember } from '../../lib/bounded-map.ts';
import { isObject, parseJson } from '../json/json-edit.ts';
import { readEventPacket } from '../socket-io/event-packet.ts';

/** Longest request that is read, in UTF-16 units, and strings remembered. */
const MAX_UNITS = 256 * 1024;
const MAX_WORDS = 50;
const AGENT = /assistant|agent|model|bot|^ai$/i;

/**
 * What a person has written lately, as far as it could hold a marker: a server that nobody knows
 * may send it back in any place, and it is not the agent's.
 */
export function createSentWords() {
  const words = new Map<string, true>();

  function collect(value: unknown): void {
    if (typeof value === 'string') {
      if (value.includes('`')) remember(words, value.trim(), true, MAX_WORDS);
    } else if (Array.isArray(value)) value.forEach(collect);
    else if (isObject(value) && ![value.role, value.author, value.from].some(isAgent))
      Object.values(value).forEach(collect);
  }

  return {
    /** @param body a request or a frame, as text */
    add(body: string): void {
      if (body.length <= MAX_UNITS && (body.includes('`') || body.includes('\\u0060')))
        collect(readEventPacket(body, '')?.args ?? parseJson(body) ?? body);
    },
    /** Returns whether exactly this was sent. */
    has: (text: string): boolean => text.includes('`') && words.has(text.trim()),
  };
}

function isAgent(role: unknown): boolean {
  return typeof role === 'string' && AGENT.test(role);
}
