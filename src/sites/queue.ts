/** Runs one job after the other, in the order they came; a job that fails does not hold up the next. */
export type Queue = <T>(job: () => Promise<T>) => Promise<T>;

/**
 * Makes a queue of its own.
 * @returns a function that takes a job and settles as the job does
 */
export function createQueue(): Queue {
  /** Settles when everything taken so far is over; never rejects. */
  let last: Promise<unknown> = Promise.resolve();
  return function inTurn<T>(job: () => Promise<T>): Promise<T> {
    const done = last.then(job);
    // The caller sees the failure through `done`; here only the order counts.
    last = done.then(ignore, ignore);
    return done;
  };
}

function ignore(): void {}
