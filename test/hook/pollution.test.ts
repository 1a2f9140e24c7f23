import './browser-shape.ts';
import { afterEach, expect, test } from 'vitest';
import { transformStream } from '../../src/hook/transports/byte-stream.ts';
import { overlayGetter, overlayMethod } from '../../src/hook/realm/overlay.ts';

/** Members of every dictionary that the hook passes to a native. */
const MEMBERS = (
  'type start pull cancel autoAllocateChunkSize size highWaterMark mode min get set value writable enumerable ' +
  'configurable apply construct has fatal ignoreBOM stream'
).split(' ');
const POLLUTION = MEMBERS.flatMap((name) =>
  [0, 1, 'x', () => 'x'].map(
    (value) => [name, typeof value === 'function' ? 'a function' : value, value] as const,
  ),
);

afterEach(() => {
  for (const name of MEMBERS) Reflect.deleteProperty(Object.prototype, name);
});

const objectPrototype: object = Object.prototype;

function pollute(name: string, value: unknown): void {
  Reflect.defineProperty(objectPrototype, name, {
    __proto__: null,
    value,
    configurable: true,
    writable: true,
  } as PropertyDescriptor);
}

const pass = {
  push: (chunk: Uint8Array) => [chunk],
  end: () => new Uint8Array(0),
  idle: () => new Uint8Array(0),
  waits: () => false,
  stopped() {},
};

test.each(POLLUTION)(
  'a body is read even if Object.prototype has `%s` as %s',
  async (name, _what, value) => {
    const chunks = [new TextEncoder().encode('one'), new TextEncoder().encode('two')];
    const source = new ReadableStream<Uint8Array>(
      {
        __proto__: null,
        type: 'bytes',
        start(controller: ReadableByteStreamController) {
          for (const chunk of chunks) controller.enqueue(chunk as Uint8Array<ArrayBuffer>);
          controller.close();
        },
      } as unknown as UnderlyingDefaultSource<Uint8Array>,
      { __proto__: null, highWaterMark: 10 } as QueuingStrategy,
    ) as ReadableStream<Uint8Array>;
    const decoder = new TextDecoder();
    const { read } = ReadableStreamDefaultReader.prototype;
    pollute(name, value);

    const reader = transformStream(source, pass, () => undefined).getReader();
    let text = '';
    for (let i = 0; i < 10; i++) {
      const part = (await Reflect.apply(read, reader, [])) as ReadableStreamReadResult<Uint8Array>;
      if (part.done) break;
      text += decoder.decode(part.value);
    }

    Reflect.deleteProperty(Object.prototype, name);
    expect(text).toBe('onetwo');
  },
);

test.each(POLLUTION)(
  'an overlay is installed and works even if Object.prototype has `%s` as %s',
  (name, _what, value) => {
    const owner = { greet: () => 'hello', colour: 'red' };
    Object.defineProperty(owner, 'colour', { get: () => 'red', configurable: true });
    pollute(name, value);

    overlayMethod(owner, 'greet', (native, _self, args) => `${String(native(args))}!`);
    overlayGetter(owner, 'colour', (colour) => `dark ${String(colour)}`);
    const seen = [owner.greet(), owner.colour];

    Reflect.deleteProperty(Object.prototype, name);
    expect(seen).toEqual(['hello!', 'dark red']);
  },
);

test('the body is released if no stream can be created or wrapping it fails', () => {
  const source = new ReadableStream<Uint8Array>({ type: 'bytes' });

  expect(() =>
    transformStream(
      source,
      pass,
      () => undefined,
      () => {
        throw new Error('no response');
      },
    ),
  ).toThrow('no response');

  expect(source.locked).toBe(false);
});
