import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s XMLHttpRequest, its members and its instances have the native shape, flag by flag',
  async (kind) => {
    const seen = await observe(kind, ({ descriptor, stream }) => {
      const shapes: Record<string, unknown> = {};
      for (const [name, owner] of Object.entries({
        XMLHttpRequest,
        XMLHttpRequestUpload,
        XMLHttpRequestEventTarget,
        ProgressEvent,
      })) {
        shapes[name] = [
          descriptor(window, name),
          owner.prototype.constructor === owner,
          Reflect.ownKeys(owner).map(String).toSorted(),
        ];
        for (const key of Reflect.ownKeys(owner.prototype))
          shapes[`${name}#${String(key)}`] = descriptor(owner.prototype, key);
      }
      const xhr = new XMLHttpRequest();
      xhr.open('POST', stream(1));
      xhr.setRequestHeader('x-a', '1');
      xhr.send('{"messages":[]}');
      const { name, message } = (() => {
        try {
          return Reflect.construct(XMLHttpRequest.prototype.open, []) as Error;
        } catch (error) {
          return error as Error;
        }
      })();
      shapes.own = [
        Reflect.ownKeys(xhr).map(String),
        Object.keys(xhr),
        String(xhr),
        xhr.constructor === XMLHttpRequest,
        xhr.open === XMLHttpRequest.prototype.open,
      ];
      shapes.construct = [name, message.replace(/^.* is not/, 'is not')];
      shapes.order = Reflect.ownKeys(XMLHttpRequest.prototype).map(String);
      const inherited: string[] = [];
      for (const key in xhr) inherited.push(key);
      shapes.inherited = inherited;
      xhr.abort();
      return shapes;
    });

    expect(seen.own).toEqual([expect.any(Array), expect.any(Array), '[object XMLHttpRequest]', true, true]);
    expect(seen['XMLHttpRequest#responseText']).toMatchObject({
      enumerable: true,
      configurable: true,
      get: { name: 'get responseText', length: 0 },
      set: 'undefined',
    });
    expect(seen['XMLHttpRequest#open']).toMatchObject({
      writable: true,
      enumerable: true,
      value: { name: 'open', length: 2 },
    });
  },
);
