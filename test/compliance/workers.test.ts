import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s workers keep the native fetch and work', async (kind) => {
  const seen = await observe(kind, async ({ url, stream }) => {
    const code = `(async () => {
      const text = await (await fetch(${JSON.stringify(new URL(stream(1), location.href).href)})).text();
      postMessage([Function.prototype.toString.call(fetch).replace(/\\s+/g, ' '), text.includes('word 1')]);
    })()`;
    const run = (address: string): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const worker = new Worker(address);
        worker.addEventListener('message', ({ data }) => resolve(data));
        worker.addEventListener('error', ({ message }) => reject(new Error(message)));
      });
    return {
      file: await run(url('/script.js', { code })),
      blob: await run(URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))),
    };
  });

  const native = ['function fetch() { [native code] }', true];
  expect(seen).toEqual({ file: native, blob: native });
});
