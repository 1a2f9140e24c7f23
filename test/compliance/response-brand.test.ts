import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s a response is a genuine Response: brand, prototype, no own properties', async (kind) => {
  const seen = await observe(kind, async ({ stream, outcome }) => {
    const response = await fetch(stream(1));
    const get = (key: string): unknown =>
      Reflect.apply(Object.getOwnPropertyDescriptor(Response.prototype, key)!.get!, response, []);
    return {
      instance: response instanceof Response,
      prototype: Object.getPrototypeOf(response) === Response.prototype,
      constructor: response.constructor === Response,
      ownKeys: Reflect.ownKeys(response),
      tag: Object.prototype.toString.call(response),
      extensible: Object.isExtensible(response),
      getters: ['status', 'type', 'redirected', 'ok', 'bodyUsed'].map(get),
      headers: [response.headers === response.headers, Reflect.ownKeys(response.headers)],
      body: response.body instanceof ReadableStream && response.body === response.body,
      bodyKeys: Reflect.ownKeys(response.body!),
      cloned: await outcome(() => structuredClone(response)),
      fromIt: await new Response(response.body, response).text(),
    };
  });

  expect(seen).toMatchObject({
    instance: true,
    prototype: true,
    constructor: true,
    ownKeys: [],
    tag: '[object Response]',
    extensible: true,
    getters: [200, 'basic', false, true, false],
    headers: [true, []],
    body: true,
    bodyKeys: [],
    cloned: { error: { class: 'DOMException', name: 'DataCloneError' } },
  });
  expect(seen.fromIt).toContain('word 1 ');
});
