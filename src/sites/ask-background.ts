import { browser } from 'wxt/browser';
import type { Request } from './messages.ts';

/**
 * Sends a request to the background. Never rejects.
 * @returns the answer, of unknown shape; null if there is none: nobody is listening, the background stopped before
 * answering, or the request failed
 */
export async function askBackground(request: Request): Promise<unknown> {
  try {
    return (await browser.runtime.sendMessage(request)) ?? null;
  } catch {
    return null; // no receiver
  }
}
