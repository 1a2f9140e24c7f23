import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from '../npm-packages.ts';

const LIBRARIES = installPackages([
  'core-js-bundle@3.50.0',
  'web-streams-polyfill@4.3.0',
  'zone.js@0.16.3',
]);

function library(file: string): string {
  return readFileSync(join(LIBRARIES, 'node_modules', file), 'utf8');
}

/** Classes that pages and other extensions wrap, and those under them. */
const CLASSES = [
  'WebSocket',
  'XMLHttpRequest',
  'EventSource',
  'Response',
  'Request',
  'Headers',
  'MessageEvent',
  'FormData',
  'ReadableStream',
  'TextDecoder',
  'TextEncoder',
];

/** @param wrap expression: a class in place of `Native`, which takes `args` */
function wrapEach(wrap: string): string {
  return `for (const name of ${JSON.stringify(CLASSES)}) {
    const Native = window[name];
    window[name] = ${wrap};
  }
  const nativeFetch = window.fetch;
  window.fetch = (...args) => nativeFetch(...args);`;
}

/** Scripts that honestly replace natives, by what they are. */
export const REPLACEMENTS: Readonly<Record<string, string>> = {
  'subclasses that call super': wrapEach(`class extends Native {}`),
  'subclasses that override everything': `${wrapEach(`class extends Native {}`)}
  for (const name of ${JSON.stringify(CLASSES)}) {
    const { prototype } = window[name];
    const native = Object.getPrototypeOf(prototype);
    for (const [key, { value, get, set }] of Object.entries(Object.getOwnPropertyDescriptors(native))) {
      if (key === 'constructor') continue;
      if (typeof value === 'function')
        Object.defineProperty(prototype, key, { configurable: true, writable: true, value(...args) { return value.apply(this, args); } });
      else if (get) Object.defineProperty(prototype, key, { configurable: true, get() { return get.call(this); }, set: set && function (to) { set.call(this, to); } });
    }
  }`,
  'functions with the prototype of the native': wrapEach(
    `Object.assign(function (...args) { return new Native(...args); }, { prototype: Native.prototype })`,
  ),
  'functions with a prototype of their own': wrapEach(
    `function (...args) { return new Native(...args); }`,
  ),
  proxies:
    wrapEach(`new Proxy(Native, { construct: (native, args, target) => Reflect.construct(native, args, target) })
    `).replace(
      '(...args) => nativeFetch(...args)',
      'new Proxy(nativeFetch, { apply: (native, self, args) => Reflect.apply(native, self, args) })',
    ),
  'methods replaced one by one, as error reporters do': `for (const [owner, names] of [
    [window, ['fetch', 'setTimeout', 'clearTimeout']],
    [XMLHttpRequest.prototype, ['open', 'send', 'setRequestHeader', 'getResponseHeader']],
    [EventTarget.prototype, ['addEventListener', 'removeEventListener', 'dispatchEvent']],
    [WebSocket.prototype, ['send', 'close']],
    [Response.prototype, ['text', 'json', 'clone']],
    [Promise.prototype, ['then', 'catch', 'finally']],
    [MessagePort.prototype, ['postMessage', 'start']],
    [Array.prototype, ['push', 'map', 'filter', 'indexOf', 'slice', 'entries', Symbol.iterator]],
    [String.prototype, ['replace', 'split', 'trim', 'startsWith', 'includes']],
    [Function.prototype, ['bind']],
    [JSON, ['parse', 'stringify']],
  ]) for (const name of names) {
    const native = owner[name];
    owner[name] = function (...args) { return native.apply(this, args); };
  }`,
  'helpers on the prototypes of the language': `for (const [owner, name] of [
    [Object.prototype, 'extend'], [Object.prototype, 'clone'], [Array.prototype, 'first'], [Array.prototype, 'remove'],
    [String.prototype, 'blank'], [Function.prototype, 'method'],
  ]) owner[name] = function () { return this; };`,
  'a promise of its own': `window.Promise = class extends Promise {};`,
  'classes of its own for events': `for (const name of ['Event', 'MessageEvent', 'EventTarget']) {
    const Native = window[name];
    window[name] = class { constructor(...args) { this.native = new Native(...args); } get data() { return this.native.data; } get target() { return this; }
      addEventListener(...args) { this.native.addEventListener(...args); } };
  }`,
  'codecs and collections around the native': `for (const name of ['TextDecoder', 'TextEncoder', 'WeakMap', 'Map', 'Set']) {
    const Native = window[name];
    const methods = Object.getOwnPropertyNames(Native.prototype).filter((key) => typeof Object.getOwnPropertyDescriptor(Native.prototype, key).value === 'function' && key !== 'constructor');
    const Own = window[name] = class { constructor(...args) { Object.defineProperty(this, 'native', { value: new Native(...args) }); } };
    for (const key of methods) Own.prototype[key] = function (...args) { const got = this.native[key](...args); return got === this.native ? this : got; };
    Own.prototype[Symbol.iterator] = function () { return this.native[Symbol.iterator](); };
    Object.defineProperty(Own.prototype, 'size', { get() { return this.native.size; } });
  }`,
  'helpers of the language around the native': `for (const name of ['JSON', 'Reflect']) {
    const native = window[name];
    window[name] = Object.fromEntries(Reflect.ownKeys(native).map((key) => [key, typeof native[key] === 'function' ? (...args) => native[key](...args) : native[key]]));
  }
  const NativeProxy = Proxy;
  window.Proxy = function (target, handler) { return new NativeProxy(target, handler); };`,
  'web-streams-polyfill': library('web-streams-polyfill/dist/polyfill.js'),
  'core-js': library('core-js-bundle/minified.js'),
  'zone.js': library('zone.js/bundles/zone.umd.js'),
};
