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
