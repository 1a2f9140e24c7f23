/**
 * Scripts that stand between a page and the browser, as error reporters, tracing agents, mocks and
 * pages are.
 */

/**
 * @param call expression: what a `fetch` of another script does with `input` and `init`, by way of
 * `native`
 */
function wrapFetch(call: string): string {
  return `const native = window.fetch;
  window.fetch = function (input, init) { ${call} };`;
}

/** @param made expression: what replaces the `init` of each call that has one */
function passOn(made: string): string {
  return wrapFetch(
    `return init === undefined || init === null ? native.call(this, input) : native.call(this, input, ${made});`,
  );
}

/** @param shown expression: what the page gets for `response`. @param first what is done before */
function answerWith(shown: string, first = ''): string {
  return wrapFetch(
    `return native.apply(this, arguments).then((response) => { ${first}; return ${shown}; });`,
  );
}

/** @param wrap expression: a class in place of `Native` */
function wrapClass(name: string, wrap: string): string {
  return `const Native = window.${name};
  window.${name} = ${wrap};`;
}

/** A class that is a function, around an object of its own that does nothing but pass on. */
function facade(name: string, members: string): string {
  return wrapClass(
    name,
    `Object.assign(class ${name} extends EventTarget {
    #inner;
    constructor(...args) {
      super();
      this.#inner = new Native(...args);
      for (const type of ['open', 'message', 'error', 'close'])
        this.#inner.addEventListener(type, (event) => {
          const copy = event instanceof MessageEvent
            ? new MessageEvent(type, { data: event.data, origin: event.origin, lastEventId: event.lastEventId })
            : new Event(type);
          this.dispatchEvent(copy);
        });
    }
    get url() { return this.#inner.url; }
    get readyState() { return this.#inner.readyState; }
    close(...args) { return this.#inner.close(...args); }
    ${members}
  }, Object.fromEntries(['CONNECTING', 'OPEN', 'CLOSED'].map((key) => [key, Native[key]])))`,
  );
}

/** What a `fetch` of another script does with a call, and with its answer. */
const OF_FETCH: Readonly<Record<string, string>> = {
  'fetch that passes its arguments on': wrapFetch('return native.apply(this, arguments)'),
  'fetch as a Proxy': `window.fetch = new Proxy(window.fetch, { apply: (native, self, args) => Reflect.apply(native, self, [...args]) });`,
  'fetch that waits': wrapFetch(
    'return Promise.resolve().then(() => native.call(this, input, init))',
  ),
  'options by a spread': passOn(`{ ...init, credentials: 'same-origin' }`),
  'options by Object.assign': passOn('Object.assign({}, init)'),
  'options by their keys': passOn(
    'Object.keys(init).reduce((copy, key) => { copy[key] = init[key]; return copy; }, {})',
  ),
  'options by for-in': passOn(
    '(() => { const copy = {}; for (const key in init) if (Object.hasOwn(init, key)) copy[key] = init[key]; return copy; })()',
  ),
  'options by their descriptors': passOn(
    'Object.defineProperties({}, Object.getOwnPropertyDescriptors(init))',
  ),
  'options by name': passOn(
    '(({ method, headers, body, signal, keepalive }) => ({ method, headers, body, signal, keepalive }))(init)',
  ),
  'options by own names': passOn(
    `Object.fromEntries(['method', 'headers', 'body', 'signal', 'keepalive'].filter((name) => Object.hasOwn(init, name)).map((name) => [name, init[name]]))`,
  ),
  'options by JSON': passOn(
    `typeof init.body === 'string' && !(init.headers instanceof Headers) ? { ...JSON.parse(JSON.stringify(init)), signal: init.signal } : init`,
  ),
  'options by structuredClone': passOn(
    `(({ signal, body, headers, ...rest }) => ({ ...structuredClone(rest), signal, body, headers }))(init)`,
  ),
  'options frozen': passOn('Object.freeze({ ...init })'),
  'options behind a Proxy': passOn(
    'new Proxy(init, { get: (target, key) => Reflect.get(target, key) })',
  ),
  'options that inherit': passOn('Object.create(init)'),
  'options of a class': passOn('Object.assign(new (class Options {})(), init)'),
  'options that are changed': passOn(
    `Object.isFrozen(init) ? init : Object.assign(init, { mode: 'same-origin' })`,
  ),
  'a signal of its own, as zone.js has': passOn(
    `init.signal ? { ...init, signal: AbortSignal.any([init.signal]) } : init`,
  ),
  'headers added, as tracing agents do': passOn(
    `(() => { const headers = new Headers(init.headers); headers.set('traceparent', '00-1'); return { ...init, headers }; })()`,
  ),
  'headers added to those given': passOn(
    `(() => {
      const { headers } = init;
      const pair = ['traceparent', '00-1'];
      if (headers instanceof Headers) headers.set(...pair);
      else if (Array.isArray(headers)) return { ...init, headers: [...headers, pair] };
      else return { ...init, headers: { ...headers, traceparent: '00-1' } };
      return init;
    })()`,
  ),
  'a Request of each call': wrapFetch('return native.call(this, new Request(input, init))'),
  'a Request of a class of its own': `const Native = window.Request;
    window.Request = class Request extends Native {
      constructor(input, init) { super(input, init); this.made = 'by the page'; }
    };
    ${wrapFetch(`
      if (input instanceof Native && input.made !== 'by the page') throw new Error('not ours');
      return native.call(this, input, init);`).replaceAll('native', 'nativeFetch')}`,
  'a clone of each Request': wrapFetch(
    'return input instanceof Request ? native.call(this, input.clone(), init) : native.call(this, input, init)',
  ),
  'a Request read and sent anew': wrapFetch(`
    if (!(input instanceof Request)) return native.call(this, input, init);
    const { url, method, headers, signal } = input;
    return input.text().then((body) => native.call(this, url, { method, headers, signal, ...(body && { body }), ...init }));`),
  'responses cloned, as error reporters do': answerWith(
    'response',
    'response.clone().text().catch(() => {})',
  ),
  'responses made anew': answerWith('new Response(response.body, response)'),
  'responses of a class of its own': answerWith(
    'new (class Answer extends Response { get url() { return response.url; } get type() { return response.type; } })(response.body, response)',
  ),
  'responses with members of their own': answerWith(
    `Object.defineProperties(new Response(response.body, response), {
      url: { value: response.url }, type: { value: response.type }, took: { value: 1 } })`,
  ),
  'responses behind a Proxy': answerWith(
    `new Proxy(response, { get(target, key) {
      const value = Reflect.get(target, key, target);
      return typeof value === 'function' && key !== 'constructor' ? value.bind(target) : value;
    } })`,
  ),
  'bodies through a stream of their own': answerWith(
    'new Response(response.body.pipeThrough(new TransformStream()), response)',
  ),
  'bodies whose chunks are copied by a reader': answerWith(
    `new Response(new ReadableStream({
       async pull(controller) {
         const { done, value } = await reader.read();
         if (done) controller.close(); else controller.enqueue(value);
       },
       cancel: (reason) => reader.cancel(reason),
     }), response)`,
    'const reader = response.body.getReader()',
  ),
  'responses whose `json` is replaced': answerWith(
    'response',
    'const read = response.json; response.json = () => read.call(response)',
  ),
};

const OF_XHR: Readonly<Record<string, string>> = {
  'XMLHttpRequest as a subclass': wrapClass(
    'XMLHttpRequest',
    `class XMLHttpRequest extends Native {
      send(body) { return super.send(body); }
      get responseText() { return super.responseText; }
    }`,
  ),
  'XMLHttpRequest behind a Proxy, as mocks have it': wrapClass(
    'XMLHttpRequest',
    `new Proxy(Native, { construct(target, args, of) {
      const xhr = Reflect.construct(target, args, of);
      return new Proxy(xhr, {
        get(_, key) {
          const value = Reflect.get(xhr, key, xhr);
          return typeof value === 'function' ? value.bind(xhr) : value;
        },
        set: (_, key, value) => Reflect.set(xhr, key, value, xhr),
      });
    } })`,
  ),
  'XMLHttpRequest as a facade, as xhook has it': wrapClass(
    'XMLHttpRequest',
    `function XMLHttpRequest() {
      const inner = new Native();
      const facade = {};
      for (const name of ['open', 'send', 'abort', 'setRequestHeader', 'getResponseHeader', 'getAllResponseHeaders', 'addEventListener', 'removeEventListener'])
        facade[name] = (...args) => inner[name](...args);
      for (const name of ['readyState', 'status', 'statusText', 'responseText', 'response', 'responseURL', 'responseType', 'onload', 'onerror', 'onreadystatechange', 'upload'])
        Object.defineProperty(facade, name, { get: () => inner[name], set: (value) => (inner[name] = value) });
      return facade;
    }`,
  ),
  'methods of each XMLHttpRequest': wrapClass(
    'XMLHttpRequest',
    `new Proxy(Native, { construct(target, args, of) {
      const xhr = Reflect.construct(target, args, of);
      for (const name of ['open', 'send', 'setRequestHeader']) {
        const native = xhr[name];
        xhr[name] = function () { return native.apply(this, arguments); };
      }
      return xhr;
    } })`,
  ),
};

const OF_SOCKETS: Readonly<Record<string, string>> = {
  'WebSocket as a subclass': wrapClass(
    'WebSocket',
    'class WebSocket extends Native { send(data) { return super.send(data); } }',
  ),
  'WebSocket as a facade': facade('WebSocket', 'send(data) { return this.#inner.send(data); }'),
};

const OF_EVENTS: Readonly<Record<string, string>> = {
  'EventSource as a subclass': wrapClass('EventSource', 'class EventSource extends Native {}'),
  'EventSource as a facade': facade('EventSource', ''),
  'events copied and dispatched anew': `const native = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (type, listener, options) {
      if (type !== 'message' || !(this instanceof WebSocket || this instanceof EventSource))
        return native.call(this, type, listener, options);
      return native.call(this, type, (event) => {
        listener.call(this, new MessageEvent(type, { data: event.data, origin: event.origin }));
      }, options);
    };`,
  'data by the getter of before': `const { get } = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data');
    Object.defineProperty(MessageEvent.prototype, 'data', { configurable: true, enumerable: true, get() { return get.call(this); } });`,
};

const OF_BEACONS: Readonly<Record<string, string>> = {
  'sendBeacon that passes on': `const native = navigator.sendBeacon;
    navigator.sendBeacon = function (...args) { return native.apply(navigator, args); };`,
};

/** A script in front of natives. */
export interface Wrapper {
  /** What it does. */
  readonly name: string;
  readonly script: string;
  /** With what the names of the carriers begin that it stands in front of. */
  readonly concerned: string;
}

function inFrontOf(concerned: string, scripts: Readonly<Record<string, string>>): Wrapper[] {
  return Object.entries(scripts).map(([name, script]) => ({ name, script, concerned }));
}

export const WRAPPERS: readonly Wrapper[] = [
  ...inFrontOf('fetch', OF_FETCH),
  ...inFrontOf('XMLHttpRequest', OF_XHR),
  ...inFrontOf('WebSocket', OF_SOCKETS),
  ...inFrontOf('EventSource', OF_EVENTS),
  ...inFrontOf('sendBeacon', OF_BEACONS),
];
