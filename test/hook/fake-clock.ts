import { vi } from 'vitest';

/**
 * Imported before anything in src/hook, which captures timers and clock: in these tests time passes only by `pass`, so
 * that a busy machine changes nothing.
 */
vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
Object.defineProperty(Performance.prototype, 'now', { value: () => Date.now() });

/** Lets time pass, with all timers that are due and what they wait for. @param ms milliseconds */
export async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}
