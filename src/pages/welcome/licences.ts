/** The licences of Stream Fixer and of the software in it. */
import ours from '../../../LICENSE?raw';

/** The licence of Stream Fixer, in full. */
export const LICENCE: string = ours;

/** Third-party software in the extension, each with its licence. */
export const PARTS: readonly (readonly [name: string, licence: string])[] = [
  ['Preact', 'MIT'],
  ['eventsource-parser', 'MIT'],
  ['webextension-polyfill', 'MPL 2.0'],
];
