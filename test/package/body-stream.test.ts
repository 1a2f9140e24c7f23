import { expect, test, vi } from 'vitest';
import { bodyStream } from '../../src/package/body-stream.ts';
import { bytesOf, textOf } from '../normalizer/splits.ts';

/** Passes everything. */
function passing() {
  return {
    push: (chunk: Uint8Array) => [chunk],
    end: () => new Uint8Array(),
    idle: () => new Uint8Array(),
    waits: () => false,
  };
}

function sourceOf(...parts: readonly string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(bytesOf(part));
      controller.close();
    },
  });
}

test('what follows a body comes behind it', async () => {
  const stream = bodyStream(sourceOf('a', 'b'), passing(), { last: async () => bytesOf('c') });

  expect(await new Response(stream).text()).toBe('abc');
});

test('what follows comes too late for who has left meanwhile, and fails nothing', async () => {
  const failed = vi.fn();
  process.on('unhandledRejection', failed);
  let give: (bytes: Uint8Array) => void = () => {};
  const last = vi.fn(() => new Promise<Uint8Array>((done) => (give = done)));
  const reader = bodyStream(sourceOf('a'), passing(), { last }).getReader();

  expect(textOf((await reader.read()).value!)).toBe('a');
  const rest = reader.read();
  await expect.poll(() => last).toHaveBeenCalled();
  await reader.cancel();
  give(bytesOf('c'));
  expect((await rest).done).toBe(true);
  await new Promise((done) => setTimeout(done));
  process.off('unhandledRejection', failed);

  expect(failed.mock.calls).toEqual([]);
});

test('a source that fails is told of before the normalizer ends', async () => {
  const order: string[] = [];
  const source = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error('gone')),
  });
  const normalizer = {
    ...passing(),
    end: (how?: string) => (order.push(`end ${how}`), bytesOf('')),
  };
  const stream = bodyStream(source, normalizer, { onFailure: () => void order.push('failure') });

  await expect(new Response(stream).text()).rejects.toThrow('gone');
  expect(order).toEqual(['failure', 'end cut']);
});
