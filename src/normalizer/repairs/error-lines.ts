import { isObject, parseJson } from '../json-text.ts';
import type { FrameRepair } from './frame-repair.ts';

// Captured on import: the page shares our realm and may replace it later.
const { stringify } = JSON;

/**
 * `error: {…}` in place of `data:` (older llama.cpp): the frame gets the error as data too. The line stays, as the pages
 * that came with those servers look for it.
 */
export const errorLines: FrameRepair = {
  id: 'error-lines',
  repair({ text, fields }) {
    if (fields) return null;
    const [line = '', said] = /^error: ?(\{.*\})$/m.exec(text) ?? [];
    const json = said ? parseJson(said) : null;
    if (!isObject(json)) return null;
    return [text.replace(line, () => `${line}\ndata: ${stringify('error' in json ? json : { error: json })}`)];
  },
};
