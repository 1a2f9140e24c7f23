/** Runs jobs one after another, in order; a job that fails does not hold up the next. */
export type Queue = <T>(job: () => Promise<T>) => Promise<T>;

/**
 * Creates a queue.
 * @returns a function that takes a job and settles as the job does
 */
export function createQueue(): Queue {
  /** Settles when all jobs so far have finished; never rejects. */
  let last: Promise<unknown> = Promise.resolve();
  return function inTurn<T>(job: () => Promise<T>): Promise<T> {
    const done = last.then(job);
    // The caller sees the failure through `done`; here only the order matters.
    last = done.then(ignore, ignore);
    return done;
  };
}

function ignore(): void {}

/**
 * @returns the value of the promise; null if that takes longer than so many milliseconds. Rejects
 * as it does
 */
export function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

const REMEDY = "switch the extension off and on again in the browser's list of extensions";

/**
 * For promises nobody waits for: logs a failure to the extension's own console, never to a page's.
 * @param undone what did not happen, as the end of "Stream Fixer could not …"
 * @returns a handler for `catch`
 */
export function reportFailure(undone: string): (error: unknown) => void {
  return function report(error) {
    console.error(`Stream Fixer could not ${undone}. If this goes on, ${REMEDY}.`, error);
  };
}
