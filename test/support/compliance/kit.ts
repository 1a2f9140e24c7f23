/** What a probe has at hand in the page; made there from the source text of `createKit`. */
export interface Kit {
  /** Names this run's streams and requests on the server. */
  readonly id: string;
  /** Another origin of the same server. */
  readonly elsewhere: string;
  /** Address of a route; `id` is filled in. */
  url(path: string, query?: Readonly<Record<string, string | number>>): string;
  /** A reply of an agent, as a path of this server: `frames` frames, then its end unless `then` says otherwise. */
  stream(frames: number, then?: 'end' | 'break' | 'hold' | 'flood', more?: Readonly<Record<string, string | number>>): string;
  /** Goes on with a held stream. */
  step(what: 'frame' | 'part' | 'end' | 'break'): Promise<void>;
  /** Asks a route that answers in JSON; never through anything that the page under test has patched. */
  ask(path: string, query?: Readonly<Record<string, string | number>>): Promise<never>;
  /** What became of `work`: its value, or a description of what it threw or was rejected with. */
  outcome(work: () => unknown): Promise<unknown>;
  /** A description of something thrown: class, name and message; own stack frames left out. */
  describe(error: unknown): unknown;
  /** A property descriptor with functions described by name, length and kind. */
  descriptor(owner: object, key: PropertyKey): unknown;
  /** Everything a reader still gives, as text, and how it ended. */
  drain(reader: { read(): Promise<{ done: boolean; value?: unknown }> }): Promise<{ text: string; end: unknown }>;
}

/** Self-contained: its source text is sent into the page. */
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
      request.onload = () => resolve((request.response === '' ? null : JSON.parse(request.response as string)) as never);
      request.onerror = () => reject(new Error(`${path} did not answer`));
      request.send();
    });
  }

  function describe(error: unknown): unknown {
    if (typeof error !== 'object' || error === null) return { thrown: String(error), type: typeof error };
    const { name, message } = error as Error;
    const known = (window as unknown as Record<string, unknown>)[error.constructor?.name];
    return { class: error.constructor?.name, ofThisRealm: error.constructor === known, name, message };
  }

  // Sorted: Firefox makes these properties when they are first asked for.
  function functionShape(value: unknown): unknown {
    if (typeof value !== 'function') return typeof value;
    return { name: value.name, length: value.length, prototype: 'prototype' in value, keys: Reflect.ownKeys(value).map(String).toSorted() };
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
    async outcome(work) {
      try {
        return { value: await work() };
      } catch (error) {
        return { error: describe(error) };
      }
    },
    descriptor(owner, key) {
      const found = Object.getOwnPropertyDescriptor(owner, key);
      if (!found) return null;
      const { get, set, value, ...flags } = found;
      return { ...flags, get: functionShape(get), set: functionShape(set), value: functionShape(value) };
    },
    async drain(reader) {
      const decoder = new TextDecoder();
      let text = '';
      try {
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return { text, end: 'done' };
          text += typeof value === 'string' ? value : decoder.decode(value as Uint8Array, { stream: true });
        }
      } catch (error) {
        return { text, end: describe(error) };
      }
    },
  };
}
