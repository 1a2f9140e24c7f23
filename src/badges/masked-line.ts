import { MAX_NAME, oneLine } from '../lib/plain-text.ts';
import { maskSecrets } from '../normalizer/json/mask.ts';

/**
 * Makes one plain line of what an agent or a model wrote, such as a command, with its secrets
 * masked: others may look at the screen, and what unfolds below is masked alike.
 * @returns '' if nothing is left
 */
export function maskedLine(text: string | null, max = MAX_NAME): string {
  return text ? oneLine(maskSecrets(text.slice(0, MAX_NAME * 4)), max) : '';
}
