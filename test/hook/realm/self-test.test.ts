import { expect, onTestFinished, test, vi } from 'vitest';

class NativeXhr {
  #state = 0;

  get readyState(): number {
    return this.#state;
  }

  send(): void {}
}

const NativeDecoder = TextDecoder;
const FINE = { reads: true, reachesAll: true };
const UNREADABLE = { reads: false, reachesAll: true };
const OUT_OF_REACH = { reads: true, reachesAll: false };

/** What a script put in place of natives before us, and what can then be done. */
test.each<[string, Record<string, unknown>, typeof FINE]>([
  ['nothing', {}, FINE],
  [
    'a decoder that passes on',
    {
      TextDecoder: class {
        readonly native: TextDecoder;

        constructor(...args: ConstructorParameters<typeof TextDecoder>) {
          this.native = new NativeDecoder(...args);
        }

        decode(...args: Parameters<TextDecoder['decode']>): string {
          return this.native.decode(...args);
        }
      },
    },
    FINE,
  ],
  [
    'a decoder that knows whole texts alone',
    {
      TextDecoder: class {
        decode(bytes: Uint8Array): string {
          return new NativeDecoder().decode(bytes);
        }
      },
    },
    UNREADABLE,
  ],
  [
    'a decoder that refuses options',
    {
      TextDecoder: class {
        constructor(_label: string, options: unknown) {
          if (options) throw new Error('unsupported');
        }
      },
    },
    UNREADABLE,
  ],
  [
    'an encoder of Latin letters',
    {
      TextEncoder: class {
        encode(text: string): Uint8Array {
          return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
        }
      },
    },
    UNREADABLE,
  ],
  ['JSON that loses values', { JSON: { parse: () => null, stringify: String } }, UNREADABLE],
  [
    'a WeakMap that forgets',
    {
      WeakMap: class {
        get(): void {}

        set(): void {}
      },
    },
    UNREADABLE,
  ],
  [
    'responses of its own',
    {
      Response: class {
        readonly status = 200;
      },
    },
    OUT_OF_REACH,
  ],
  [
    'events of its own',
    {
      MessageEvent: class {
        get data(): string {
          return '';
        }
      },
    },
    OUT_OF_REACH,
  ],
  [
    'requests that hide those of the browser, as xhook has them',
    {
      XMLHttpRequest() {
        return { readyState: 0, send() {} };
      },
    },
    OUT_OF_REACH,
  ],
])('behind %s the hook knows what it can do', async (_name, replaced, expected) => {
  for (const [name, value] of Object.entries({ XMLHttpRequest: NativeXhr, ...replaced }))
    vi.stubGlobal(name, value);
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.resetModules();

  const { testNatives } = await import('../../../src/hook/realm/self-test.ts');

  expect(testNatives()).toEqual(expected);
});
