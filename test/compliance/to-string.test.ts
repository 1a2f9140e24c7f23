import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observeBoth } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s wrapped natives print as themselves, but without a name through Function.prototype: the one known tell',
  async (kind) => {
    const seen = await observeBoth(kind, () => {
      const print = (value: unknown): string =>
        Function.prototype.toString.call(value).replace(/\s+/g, ' ');
      const owners = {
        Response,
        WebSocket,
        MessageEvent,
        XMLHttpRequest,
        EventSource,
        Navigator,
        Request,
        ReadableStream,
        Headers,
        EventTarget,
        Promise,
      };
      const prints: Record<string, string> = {
        fetch: print(fetch),
        toString: print(Function.prototype.toString),
      };
      for (const [name, owner] of Object.entries(owners)) {
        for (const key of Reflect.ownKeys(owner.prototype)) {
          const { get, set, value } = Object.getOwnPropertyDescriptor(owner.prototype, key)!;
          const member: unknown = get ?? value;
          if (typeof member === 'function') prints[`${name} ${String(key)}`] = print(member);
          if (set) prints[`${name} ${String(key)} (set)`] = print(set);
        }
      }
      const own = [
        fetch,
        Response.prototype.text,
        XMLHttpRequest.prototype.open,
        WebSocket.prototype.send,
      ].map((native) => String(native).replace(/\s+/g, ' '));
      return { prints, own, toString: fetch.toString.name };
    });

    expect([seen.hooked.own, seen.hooked.toString]).toEqual([seen.plain.own, seen.plain.toString]);
    expect(seen.hooked.own[0]).toBe('function fetch() { [native code] }');
    const [hooked, plain] = [seen.hooked.prints, seen.plain.prints];
    const differing = Object.keys(plain).filter((key) => hooked[key] !== plain[key]);
    const consumers = [
      'arrayBuffer',
      'blob',
      'bytes',
      'formData',
      'json',
      'text',
      ...('Response textStream' in plain ? ['textStream'] : []),
    ];
    const wrapped = ['url', 'type', 'redirected', 'headers', 'bodyUsed', 'clone', ...consumers].map(
      (key) => `Response ${key}`,
    );
    const transports = [
      ...['open', 'setRequestHeader', 'send', 'responseText', 'response'].map(
        (key) => `XMLHttpRequest ${key}`,
      ),
      'WebSocket send',
      'WebSocket close',
      'MessageEvent data',
      'EventSource close',
      'Navigator sendBeacon',
    ];
    expect(differing.toSorted()).toEqual(['fetch', ...wrapped, ...transports].toSorted());
    for (const key of differing) expect(hooked[key]).toBe('function () { [native code] }');
  },
);
