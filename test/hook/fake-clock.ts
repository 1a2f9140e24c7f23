import { createHash } from 'node:crypto';
import { vi } from 'vitest';

/**
 * Imported before anything in src/hook, which captures timers and clock: in these tests time passes
 * only by `pass`, so that a busy machine changes nothing.
 */
vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
Object.defineProperty(Performance.prototype, 'now', { value: () => Date.now() });
// The native one works in another thread, which `pass` would not wait for.
crypto.subtle.digest = (_algorithm, data) =>
  Promise.resolve(
    new Uint8Array(
      createHash('sha256')
        .update(data as Uint8Array)
        .digest(),
    ).buffer,
  );

/** Lets time pass, with all timers that are due and what they wait for. @param ms milliseconds */
export async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}
