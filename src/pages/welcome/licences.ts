/** What is free about it, and whose work is in it. */
import ours from '../../../LICENSE?raw';

/** The licence of Stream Fixer, in its own words. */
export const LICENCE: string = ours;

/** Software of others in the extension, each with its licence. */
export const PARTS: readonly (readonly [name: string, licence: string])[] = [
  ['Preact', 'MIT'],
  ['eventsource-parser', 'MIT'],
  ['webextension-polyfill', 'MPL 2.0'],
];
