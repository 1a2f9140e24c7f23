import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s WebAssembly compiles from fetch, and refuses a reply only for its type', async (kind) => {
  const seen = await observe(kind, async ({ url, stream, outcome }) => ({
    fromPromise: (await WebAssembly.compileStreaming(fetch(url('/wasm')))) instanceof WebAssembly.Module,
    fromResponse:
      (await WebAssembly.instantiateStreaming(await fetch(url('/wasm')))).module instanceof WebAssembly.Module,
    reply: await outcome(async () => WebAssembly.compileStreaming(await fetch(stream(1)))),
  }));

  expect(seen).toMatchObject({ fromPromise: true, fromResponse: true, reply: { error: { class: 'TypeError' } } });
});
