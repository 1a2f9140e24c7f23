/** For tests: the timers of one page, which run only on request. */
export interface FakeView {
  readonly setTimeout: Window['setTimeout'];
  readonly clearTimeout: Window['clearTimeout'];
  /** Lets so many milliseconds pass. */
  pass(ms: number): void;
  /** Pending timers. */
  waiting(): number;
}

export function createFakeView(): FakeView {
  const timers = new Map<number, { readonly at: number; readonly work: () => void }>();
  let now = 0;
  let last = 0;

  function next(until: number): number | undefined {
    const due = [...timers]
      .filter(([, { at }]) => at <= until)
      .toSorted(([, a], [, b]) => a.at - b.at);
    return due[0]?.[0];
  }

  function set(work: TimerHandler, delay = 0): number {
    if (typeof work !== 'function') throw new TypeError('not a function');
    timers.set(++last, { at: now + delay, work: () => void work() });
    return last;
  }

  return {
    setTimeout: set as Window['setTimeout'],
    clearTimeout: (timer) => void timers.delete(Number(timer)),
    pass(ms) {
      const until = now + ms;
      for (let timer = next(until); timer !== undefined; timer = next(until)) {
        const { at, work } = timers.get(timer) ?? { at: until, work: () => {} };
        timers.delete(timer);
        now = at;
        work();
      }
      now = until;
    },
    waiting: () => timers.size,
  };
}
