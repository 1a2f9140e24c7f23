import { browser } from 'wxt/browser';
import type { Request } from './messages.ts';

/**
 * Asks the background. Never rejects.
 * @returns the answer, of unknown shape; null where there is none: nobody is there, or it went away before answering, or
 *   what was asked could not be done
 */
export async function askBackground(request: Request): Promise<unknown> {
  try {
    return (await browser.runtime.sendMessage(request)) ?? null;
  } catch {
    return null; // no receiver
  }
}
