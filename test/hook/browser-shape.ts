import { FakeXhr } from './fake-xhr.ts';

/**
 * Imported before anything of src/hook: gives Node's MessageChannel the accessors that it has in browsers, where the hook
 * takes its ports through them (in Node they are properties of each instance), and an XMLHttpRequest.
 */
for (const key of ['port1', 'port2']) {
  if (Object.hasOwn(MessageChannel.prototype, key)) continue;
  Object.defineProperty(MessageChannel.prototype, key, { configurable: true, enumerable: true, get: () => null });
}
Object.assign(globalThis, { XMLHttpRequest: FakeXhr });
