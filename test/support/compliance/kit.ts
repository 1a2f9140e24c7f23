/** The tools of a probe in the page; created there from the source text of `createKit`. */
export interface Kit {
  /** Names this run's streams and requests on the server. */
  readonly id: string;
  /** Another origin of the same server. */
  readonly elsewhere: string;
  /** Returns the URL of a route; `id` is filled in. */
  url(path: string, query?: Readonly<Record<string, string | number>>): string;
  /**
   * Returns a path of this server with a reply of an agent: `frames` frames, then its end unless
   * `then` says otherwise.
   */
  stream(
    frames: number,
    then?: 'end' | 'break' | 'hold' | 'flood',
    more?: Readonly<Record<string, string | number>>,
  ): string;
  /**
   * Returns a body cut at random (see `sendPieces`), the same in both pages; the next one with each
   * call.
   */
  pieces(query?: Readonly<Record<string, string | number>>): string;
  /** Returns the outcome of each program, by its name; they run one after another. */
  table(programs: Readonly<Record<string, () => unknown>>): Promise<Record<string, unknown>>;
  /** Continues a held stream. */
  step(what: 'frame' | 'part' | 'end' | 'break'): Promise<void>;
  /**
   * Calls a route that returns JSON; never through anything that the page under test has patched.
   */
  ask(path: string, query?: Readonly<Record<string, string | number>>): Promise<never>;
  /**
   * Returns the outcome of `work`: its value, or a description of what it threw or was rejected
   * with.
   */
  outcome(work: () => unknown): Promise<unknown>;
  /** Describes an error: class, name and message; our own stack frames left out. */
  describe(error: unknown): unknown;
  /** Describes a property descriptor, functions by name, length and kind. */
  descriptor(owner: object, key: PropertyKey): unknown;
  /** Returns everything a reader still delivers, as text, and how it ended. */
  drain(reader: {
    read(): Promise<{ done: boolean; value?: unknown }>;
  }): Promise<{ text: string; end: unknown }>;
}

/** Self-contained, because its source text is sent to the page. */
export function createKit(id: string, elsewhere: string): Kit {
  function url(path: string, query: Readonly<Record<string, string | number>> = {}): string {
    const all = new URLSearchParams({ id });
    for (const [key, value] of Object.entries(query)) all.set(key, String(value));
    return `${path}?${all.toString()}`;
  }

  function ask(path: string, query?: Readonly<Record<string, string | number>>): Promise<never> {
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open('GET', url(path, query));
      request.onload = () =>
        resolve((request.response === '' ? null : JSON.parse(request.response as string)) as never);
      request.onerror = () => reject(new Error(`${path} did not answer`));
      request.send();
    });
  }

  function describe(error: unknown): unknown {
    if (typeof error !== 'object' || error === null)
      return { thrown: String(error), type: typeof error };
    const { name, message } = error as Error;
    const known = (window as unknown as Record<string, unknown>)[error.constructor?.name];
    return {
      class: error.constructor?.name,
      ofThisRealm: error.constructor === known,
      name,
      message,
    };
  }

  // Sorted: Firefox creates these properties on first access.
  function functionShape(value: unknown): unknown {
    if (typeof value !== 'function') return typeof value;
    return {
      name: value.name,
      length: value.length,
      prototype: 'prototype' in value,
      keys: Reflect.ownKeys(value).map(String).toSorted(),
    };
  }

  let seed = 0;

  async function outcome(work: () => unknown): Promise<unknown> {
    try {
      return { value: await work() };
    } catch (error) {
      return { error: describe(error) };
    }
  }

  return {
    id,
    elsewhere,
    url,
    ask,
    describe,
    stream: (frames, then = 'end', more = {}) => url('/stream', { frames, then, ...more }),
    async step(what) {
      await ask('/step', { do: what });
    },
    outcome,
    pieces: (query = {}) => url('/pieces', { seed: (seed += 1), ...query }),
    async table(programs) {
      const record: Record<string, unknown> = {};
      const late = { late: true };
      // Chromium may read a response that was cancelled for 5 s, so that its connection can be used
      // again; natively, too.
      // https://chromium.googlesource.com/chromium/src/+/main/net/docs/life-of-a-url-request.md
      let patience = 15_000;
      for (const [name, program] of Object.entries(programs)) {
        const timeout = new Promise((resolve) => setTimeout(resolve, patience, late));
        record[name] = await Promise.race([outcome(program), timeout]);
        // If many rows hang, all of them are still reported before the test itself times out.
        if (record[name] === late) patience = 500;
      }
      return record;
    },
    descriptor(owner, key) {
      const found = Object.getOwnPropertyDescriptor(owner, key);
      if (!found) return null;
      const { get, set, value, ...flags } = found;
      return {
        ...flags,
        get: functionShape(get),
        set: functionShape(set),
        value: functionShape(value),
      };
    },
    async drain(reader) {
      const decoder = new TextDecoder();
      let text = '';
      try {
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return { text, end: 'done' };
          text +=
            typeof value === 'string'
              ? value
              : decoder.decode(value as Uint8Array, { stream: true });
        }
      } catch (error) {
        return { text, end: describe(error) };
      }
    },
  };
}
