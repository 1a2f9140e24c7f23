import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import type { Kit } from '../support/compliance/kit.ts';
import { observeBoth } from '../support/compliance/observe.ts';

interface Result {
  /** The result of each way of reading under each lie. */
  readonly seen: Record<string, string>;
  readonly faults: string[];
}

/** Runs in the page, using only what it has set aside. */
async function readUnderLies({ url }: Kit): Promise<Result> {
  const text = ['One.\n\n', '`⏰ run`\n\n', 'Two.']
    .map(
      (content) =>
        `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content } }] })}\n\n`,
    )
    .join('');
  const address = url('/stream', { text: `${text}data: [DONE]\n\n` });
  const { apply, defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
  const nativeFetch = fetch;
  const body = getOwnPropertyDescriptor(Response.prototype, 'body')!.get!;
  const { getReader } = ReadableStream.prototype;
  const { read } = ReadableStreamDefaultReader.prototype;
  const { decode } = TextDecoder.prototype;
  const Decoder = TextDecoder;
  const Xhr = XMLHttpRequest;
  const NativePromise = Promise;
  const seen: Record<string, string> = { __proto__: null } as never;
  const faults: string[] = [];
  addEventListener('error', (event) => void faults.push(event.message));
  addEventListener('unhandledrejection', (event) => void faults.push(String(event.reason)));

  async function byFetch(lie: () => void): Promise<string> {
    const response = await apply(nativeFetch, window, [address]);
    lie();
    const reader = apply(getReader, apply(body, response, []), []) as ReadableStreamDefaultReader<Uint8Array>;
    const decoder = new Decoder();
    let all = '';
    for (;;) {
      const part = (await apply(read, reader, [])) as ReadableStreamReadResult<Uint8Array>;
      if (part.done) return all;
      all += apply(decode, decoder, [part.value, { __proto__: null, stream: true }]);
    }
  }

  function byXhr(lie: () => void): Promise<string> {
    return new NativePromise((resolve) => {
      const xhr = new Xhr();
      xhr.open('GET', address);
      xhr.onloadend = () => resolve(xhr.responseText);
      xhr.send();
      lie();
    });
  }

  const typedArray = getPrototypeOf(Uint8Array.prototype) as object;
  const iterator = getPrototypeOf([][Symbol.iterator]()) as object;
  const owners: [string, object, PropertyKey[]][] = [
    [
      'Array',
      Array.prototype,
      [
        'push',
        'slice',
        'splice',
        'map',
        'filter',
        'flatMap',
        'entries',
        'indexOf',
        'join',
        'some',
        'constructor',
        Symbol.iterator,
        '0',
        '1',
        '5',
        'toJSON',
      ],
    ],
    [
      'String',
      String.prototype,
      [
        'slice',
        'indexOf',
        'startsWith',
        'charCodeAt',
        'trim',
        'split',
        'replace',
        'matchAll',
        'toLowerCase',
        Symbol.iterator,
      ],
    ],
    ['Map', Map.prototype, ['get', 'set', 'has', 'delete', 'values', 'keys', 'size']],
    ['Set', Set.prototype, ['add', 'has']],
    ['RegExp', RegExp.prototype, ['exec', 'test', 'flags', Symbol.replace]],
    ['TypedArray', typedArray, ['length', 'subarray', 'slice', 'set', 'byteOffset', 'buffer']],
    ['ArrayBuffer', ArrayBuffer.prototype, ['byteLength']],
    ['iterator', iterator, ['next', 'return']],
    ['Promise', Promise.prototype, ['constructor']],
    ['Math', Math, ['min', 'max']],
    ['JSON', JSON, ['parse', 'stringify']],
    ['Object', Object, ['keys', 'entries', 'hasOwn']],
    ['window', window, ['Map', 'Set', 'Array', 'TextDecoder', 'String']],
    [
      'Object.prototype',
      Object.prototype,
      [
        '0',
        '1',
        '5',
        'size',
        'type',
        'start',
        'pull',
        'cancel',
        'autoAllocateChunkSize',
        'highWaterMark',
        'mode',
        'status',
        'statusText',
        'headers',
        'fatal',
        'ignoreBOM',
        'stream',
        'get',
        'set',
        'value',
        'joined',
        'tap',
        'toJSON',
      ],
    ],
  ];
  const endless = { next: () => ({ done: false, value: 'lie' }), [Symbol.iterator]: () => endless };
  const lies: [string, unknown][] = [
    [
      'throws',
      () => {
        throw new Error('lie');
      },
    ],
    ['nothing', () => undefined],
    ['minus one', () => -1],
    ['endless', () => endless],
  ];
  const swallows = { get: () => undefined, set: () => undefined };

  async function tell(name: string, owner: object, key: PropertyKey, lie: PropertyDescriptor): Promise<void> {
    const before = getOwnPropertyDescriptor(owner, key);
    const put = (): void =>
      void defineProperty(owner, key, { __proto__: null, configurable: true, ...lie } as PropertyDescriptor);
    const back = (): void => void (before ? defineProperty(owner, key, before) : deleteProperty(owner, key));
    const ways: [string, (lie: () => void) => Promise<string>][] = [
      ['fetch', byFetch],
      ['xhr', byXhr],
    ];
    for (let i = 0; i < 2; i++) {
      const [way, readAll] = ways[i]!;
      let result: string;
      try {
        result = await readAll(put);
      } catch (error) {
        result = `failed: ${String((error as Error).stack)}`;
      }
      back();
      seen[`${way} ${name}`] = result;
    }
  }

  for (const [label, owner, keys] of owners) {
    for (const key of keys) {
      const name = `${label}.${String(key)}`;
      const before = getOwnPropertyDescriptor(owner, key);
      if (before && !before.configurable) continue;
      for (const [kind, lie] of lies) {
        if (before?.get) await tell(`${name} ${kind}`, owner, key, { get: lie as () => unknown });
        else if (before) await tell(`${name} ${kind}`, owner, key, { value: lie, writable: true });
      }
      if (before) continue;
      await tell(`${name} swallows`, owner, key, swallows);
      if (label === 'Object.prototype') await tell(`${name} true`, owner, key, { value: 1, writable: true });
    }
  }
  return { seen: { ...seen }, faults };
}

/** Natives that a stream needs, the page's own reader included, stay replaced: it reads with what it set aside. */
test.each(BROWSERS)(
  'in %s a reply is clean and whole, by fetch and by XMLHttpRequest, whatever native the page has replaced',
  async (kind) => {
    const { hooked } = await observeBoth(kind, readUnderLies);
    const { seen, faults } = hooked;

    expect(faults).toEqual([]);
    expect(Object.keys(seen).length).toBeGreaterThan(200);
    const wrong = Object.entries(seen).filter(
      ([, text]) =>
        !text.includes('One.') || !text.includes('Two.') || text.includes('run`') || !text.endsWith('[DONE]\n\n'),
    );
    expect(wrong.map(([name, text]) => `${name}: ${text}`)).toEqual([]);
  },
);
