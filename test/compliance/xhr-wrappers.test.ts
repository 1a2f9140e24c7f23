import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s pages can derive from XMLHttpRequest, wrap its prototype and patch its instances',
  async (kind) => {
    const seen = await observe(kind, async ({ stream, url }) => {
      const log: string[] = [];
      class Derived extends XMLHttpRequest {
        override open(method: string, address: string | URL): void {
          log.push(`open ${method}`);
          super.open(method, address);
        }
        override get responseText(): string {
          return `own ${super.responseText}`;
        }
        override send(body?: Document | XMLHttpRequestBodyInit | null): void {
          log.push(`send ${String(body)}`);
          super.send(body);
        }
      }
      const finish = (xhr: XMLHttpRequest, body: string): Promise<unknown> =>
        new Promise((resolve) => {
          xhr.addEventListener('loadend', resolve);
          xhr.send(body);
        });
      const derived = new Derived();
      derived.open('POST', stream(1));
      await finish(derived, '{"messages":[]}');
      const texts = [derived.responseText];

      const { prototype } = XMLHttpRequest;
      const { open, send } = prototype;
      const text = Object.getOwnPropertyDescriptor(prototype, 'responseText')!;
      prototype.open = function wrapped(this: XMLHttpRequest, ...args: unknown[]) {
        log.push('wrapped open');
        this.addEventListener('readystatechange', () => {
          if (this.readyState === 4) log.push(`ended ${this.status}`);
        });
        const native = this.setRequestHeader.bind(this);
        // On the instance, as error trackers do.
        this.setRequestHeader = (name, value) => {
          log.push(`header ${name}`);
          native(name, value);
        };
        return Reflect.apply(open, this, args) as undefined;
      } as typeof prototype.open;
      prototype.send = function wrapped(this: XMLHttpRequest, body) {
        log.push('wrapped send');
        return send.call(this, body);
      };
      Object.defineProperty(prototype, 'responseText', {
        ...text,
        get(this: XMLHttpRequest) {
          return `[${text.get!.call(this) as string}]`;
        },
      });
      const wrapped = new XMLHttpRequest();
      wrapped.open('POST', url('/echo'));
      wrapped.setRequestHeader('x-test', 'yes');
      await finish(wrapped, '{"messages":[]}');
      texts.push(wrapped.responseText);
      Object.defineProperty(prototype, 'responseText', text);
      Object.assign(prototype, { open, send });
      Object.defineProperty(wrapped, 'response', { value: 'own' });
      return {
        log,
        texts,
        own: wrapped.response as string,
        isDerived: derived instanceof Derived && derived instanceof XMLHttpRequest,
        name: Derived.name,
        keys: Object.keys(wrapped),
      };
    });

    expect(seen.log).toEqual([
      'open POST',
      'send {"messages":[]}',
      'wrapped open',
      'header x-test',
      'wrapped send',
      'ended 200',
    ]);
    expect(seen.texts).toEqual([expect.stringMatching(/^own data: /), expect.stringMatching(/^\[\{.*\}\]$/)]);
    expect(seen).toMatchObject({ own: 'own', isDerived: true, name: 'Derived', keys: ['setRequestHeader'] });
  },
);

test.each(BROWSERS)('in %s a page that replaces what the overlays rely on still gets its response', async (kind) => {
  const seen = await observe(kind, async ({ stream }) => {
    const { addEventListener } = EventTarget.prototype;
    const logged: string[] = [];
    EventTarget.prototype.addEventListener = function replaced(this: EventTarget, ...args: unknown[]) {
      logged.push(String(args[0]));
      return Reflect.apply(addEventListener, this, args);
    };
    const { prototype } = WeakMap as { prototype: { get: unknown; set: unknown } };
    const kept = { get: prototype.get, set: prototype.set };
    const fail = (): never => {
      throw new Error('of the page');
    };
    Object.assign(WeakMap.prototype, { get: fail, set: fail });
    const { slice, includes } = String.prototype;
    Object.assign(String.prototype, { slice: fail, includes: fail });
    Object.assign(TextDecoder.prototype, { decode: fail });
    const xhr = new XMLHttpRequest();
    xhr.open('POST', stream(2));
    const ended = new Promise((resolve) => (xhr.onloadend = resolve));
    xhr.send('{"messages":[]}');
    await ended;
    const text = xhr.responseText;
    Object.assign(String.prototype, { slice, includes });
    Object.assign(WeakMap.prototype, kept);
    EventTarget.prototype.addEventListener = addEventListener;
    return { text, logged };
  });

  expect(seen.text).toContain('word 2');
  expect(seen.logged).toEqual([]);
});

test.each(BROWSERS)(
  'in %s requests in the style of jQuery, axios and stream readers see what they see natively',
  async (kind) => {
    const seen = await observe(kind, async ({ stream, url }) => {
      const jquery = await new Promise((resolve) => {
        const xhr = new window.XMLHttpRequest();
        xhr.open('POST', url('/json'), true, undefined, undefined);
        for (const [name, value] of Object.entries({ Accept: '*/*', 'X-Requested-With': 'XMLHttpRequest' }))
          xhr.setRequestHeader(name, value);
        xhr.onload = () => {
          const text =
            (xhr.responseType || 'text') !== 'text' || typeof xhr.responseText !== 'string'
              ? { binary: xhr.response as unknown }
              : { text: xhr.responseText };
          resolve([xhr.status, xhr.statusText, text, xhr.getAllResponseHeaders().includes('content-type')]);
        };
        xhr.onerror = xhr.onabort = xhr.ontimeout = resolve;
        xhr.send('{"messages":[]}');
      });
      const axios = await new Promise((resolve) => {
        const xhr = new XMLHttpRequest();
        xhr.open('POST', url('/json').toString(), true);
        xhr.timeout = 0;
        if ('setRequestHeader' in xhr) xhr.setRequestHeader('Content-Type', 'application/json');
        xhr.onloadend = () =>
          resolve(
            JSON.parse((!xhr.responseType || xhr.responseType === 'text' ? xhr.responseText : xhr.response) as string),
          );
        xhr.send('{"messages":[]}');
      });
      const slices = await new Promise<string>((resolve) => {
        const xhr = new XMLHttpRequest();
        let at = 0;
        let text = '';
        const take = (): void => {
          text += xhr.responseText.slice(at);
          at = xhr.responseText.length;
        };
        xhr.open('POST', stream(20));
        xhr.onprogress = take;
        xhr.onload = () => {
          take();
          resolve(text);
        };
        xhr.send('{"messages":[],"stream":true}');
      });
      return { jquery, axios, slices };
    });

    expect(seen.jquery).toMatchObject([200, 'OK', { text: expect.stringContaining('words') as unknown }, true]);
    expect(seen.slices.match(/word \d+/g)).toHaveLength(20);
  },
);
