/**
 * Runs code once in pages that are open. Scripts for later loads are registered in
 * `registration.ts`.
 */
import { browser, type Browser } from 'wxt/browser';

/** Which frames, and whether to run before they have loaded. */
interface Where {
  readonly target: Browser.scripting.InjectionTarget;
  readonly injectImmediately?: boolean;
}

/**
 * What may be returned from a page. Browsers change objects on their way: Chromium truncates what
 * is nested more than some 94 levels deep, turns lone surrogates into U+FFFD, drops what it does
 * not take for a number, and sorts keys; Firefox loses a key named `__proto__`. Anything else has
 * to be returned as text.
 */
export type Plain = string | number | boolean | null | undefined;

/**
 * What a function returns or resolves to, or `never` if that may be more than `Plain`. (`0 extends
 * 1 & R` detects `any`.)
 */
type OnlyPlain<R> = 0 extends 1 & Awaited<R> ? never : [Awaited<R>] extends [Plain] ? R : never;

/** The result of one frame. */
export interface FrameResult<R> {
  readonly frameId: number;
  /** Undefined if the frame was removed or the function threw. */
  readonly result?: R;
}

/**
 * Calls a function in frames of a tab, isolated from the page's own scripts.
 * @param func is injected as source text and therefore uses nothing of its module but its arguments
 * @param args must survive JSON
 * @returns rejects if the tab is closed or shows an error page, or the extension has no access to
 * it
 */
export async function callInPage<A extends unknown[], R>(
  where: Where,
  func: (...args: A) => OnlyPlain<R>,
  args: A,
): Promise<readonly FrameResult<Awaited<R>>[]> {
  const frames = await browser.scripting.executeScript({ ...where, world: 'ISOLATED', func, args });
  return frames as FrameResult<Awaited<R>>[];
}

/** Runs a script of the extension in frames of a tab. Its result is ignored. */
export async function runInPage(
  where: Where,
  file: '/page-badges.js' | '/page-bridge.js' | '/page-hook.js',
  world: 'ISOLATED' | 'MAIN',
): Promise<void> {
  await browser.scripting.executeScript({ ...where, world, files: [file] });
}
