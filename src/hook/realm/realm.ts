import { defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } from './natives.ts';

/**
 * The normalizer is ordinary code that calls `push` or `slice` as if nobody had touched them, but the page may have
 * replaced any of them. So it runs on the natives as they were when the hook was installed: whatever the page has
 * changed is restored for the duration of one call, and the page's version is put back afterwards. No page code runs in
 * between, so the page cannot notice. On a page that has changed nothing, this costs one comparison per native.
 */

const hasInstance: typeof Symbol.hasInstance = Symbol.hasInstance;
const isConcatSpreadable: typeof Symbol.isConcatSpreadable = Symbol.isConcatSpreadable;
const iterator: typeof Symbol.iterator = Symbol.iterator;
const match: typeof Symbol.match = Symbol.match;
const matchAll: typeof Symbol.matchAll = Symbol.matchAll;
const replace: typeof Symbol.replace = Symbol.replace;
const species: typeof Symbol.species = Symbol.species;
const split: typeof Symbol.split = Symbol.split;

const objectPrototype: object = Object.prototype;
const array = Array.prototype;
const string = String.prototype;
const map = Map.prototype;
const set = Set.prototype;
const regExp = RegExp.prototype;
const bytes = Uint8Array.prototype;
const typedArray = getPrototypeOf(bytes) as Uint8Array;
const TypedArray = getPrototypeOf(Uint8Array) as object;
const fn = Function.prototype;

interface Iterating {
  readonly next: unknown;
  readonly return?: unknown;
  readonly [iterator]: unknown;
}
const arrayIterator = getPrototypeOf([][iterator]()) as Iterating;
const mapIterator = getPrototypeOf(new Map()[iterator]()) as Iterating;
const setIterator = getPrototypeOf(new Set()[iterator]()) as Iterating;
const stringIterator = getPrototypeOf(''[iterator]()) as Iterating;
const matchIterator = getPrototypeOf(''.matchAll(/x/g)) as Iterating;
const anyIterator = getPrototypeOf(arrayIterator) as Iterating;

/** Own properties of natives that the page may replace, add or delete. */
export const RELIED_ON: readonly (readonly [owner: object, keys: readonly PropertyKey[]])[] = [
  [
    array,
    [
      'at',
      'concat',
      'entries',
      'every',
      'fill',
      'filter',
      'find',
      'findIndex',
      'findLast',
      'findLastIndex',
      'flat',
      'flatMap',
      'forEach',
      'includes',
      'indexOf',
      'join',
      'keys',
      'lastIndexOf',
      'map',
      'pop',
      'push',
      'reduce',
      'reverse',
      'shift',
      'slice',
      'some',
      'sort',
      'splice',
      'toSorted',
      'unshift',
      'values',
      'constructor',
      'toJSON',
      iterator,
      isConcatSpreadable,
    ],
  ],
  [
    string,
    [
      'at',
      'charAt',
      'charCodeAt',
      'codePointAt',
      'concat',
      'endsWith',
      'includes',
      'indexOf',
      'lastIndexOf',
      'match',
      'matchAll',
      'padEnd',
      'padStart',
      'repeat',
      'replace',
      'replaceAll',
      'slice',
      'split',
      'startsWith',
      'substring',
      'toLowerCase',
      'toString',
      'toUpperCase',
      'trim',
      'trimEnd',
      'trimStart',
      iterator,
      match,
      matchAll,
      replace,
      split,
    ],
  ],
  [map, ['clear', 'delete', 'entries', 'forEach', 'get', 'has', 'keys', 'set', 'size', 'values', iterator]],
  [set, ['add', 'clear', 'delete', 'entries', 'forEach', 'has', 'keys', 'size', 'values', iterator]],
  [
    regExp,
    [
      'exec',
      'test',
      'toString',
      'constructor',
      'source',
      'flags',
      'hasIndices',
      'global',
      'ignoreCase',
      'multiline',
      'dotAll',
      'unicode',
      'unicodeSets',
      'sticky',
      match,
      matchAll,
      replace,
      split,
    ],
  ],
  [
    typedArray,
    [
      'buffer',
      'byteLength',
      'byteOffset',
      'length',
      'every',
      'indexOf',
      'set',
      'slice',
      'subarray',
      'values',
      iterator,
    ],
  ],
  // The page can shadow here what typed arrays inherit.
  [
    bytes,
    [
      'constructor',
      'buffer',
      'byteLength',
      'byteOffset',
      'length',
      'every',
      'indexOf',
      'set',
      'slice',
      'subarray',
      'values',
      iterator,
    ],
  ],
  [arrayIterator, ['next', 'return', iterator]],
  [mapIterator, ['next', 'return', iterator]],
  [setIterator, ['next', 'return', iterator]],
  [stringIterator, ['next', 'return', iterator]],
  [matchIterator, ['next', 'return', iterator]],
  [anyIterator, ['return', iterator]],
  [objectPrototype, ['constructor', 'hasOwnProperty', 'toString', 'valueOf']],
  [fn, ['apply', 'bind', 'call', 'toString']],
  [Number.prototype, ['toString', 'toFixed']],
  [TextDecoder.prototype, ['decode']],
  [TextEncoder.prototype, ['encode']],
  [Array, ['from', 'isArray', 'of', species]],
  [Map, [species, hasInstance]],
  [RegExp, [species]],
  [TypedArray, [species]],
  [Uint8Array, [species]],
  [Object, ['assign', 'create', 'entries', 'fromEntries', 'hasOwn', 'keys', 'values']],
  [Number, ['isFinite', 'isInteger', 'isSafeInteger']],
  [String, ['fromCharCode', 'fromCodePoint']],
  [Math, ['ceil', 'floor', 'max', 'min']],
  [JSON, ['parse', 'stringify']],
  [
    globalThis,
    [
      'Array',
      'Boolean',
      'Error',
      'JSON',
      'Map',
      'Math',
      'Number',
      'Object',
      'RegExp',
      'Set',
      'String',
      'Symbol',
      'TextDecoder',
      'TextEncoder',
      'TypeError',
      'Uint8Array',
      'decodeURIComponent',
    ],
  ],
];

/** One property of `RELIED_ON`. */
interface Native {
  readonly owner: object;
  readonly key: PropertyKey;
  /** Its original descriptor, undefined if there was none. */
  readonly before: PropertyDescriptor | undefined;
  /** The page's descriptor while ours is in its place; undefined if the page had deleted it, null if unchanged. */
  theirs: PropertyDescriptor | null | undefined;
}

/** A property that the page has added, removed for the duration of a call. */
interface Extra {
  readonly owner: object;
  readonly key: PropertyKey;
  readonly theirs: PropertyDescriptor;
  readonly next: Extra | null;
}

const NATIVES: Native[] = [];
for (const [owner, keys] of RELIED_ON) {
  for (const key of keys) NATIVES.push({ owner, key, before: getOwnPropertyDescriptor(owner, key), theirs: null });
}
const OBJECT_KEYS: readonly PropertyKey[] = ownKeys(objectPrototype);
/** More than this is treated as an attack. */
const MAX_EXTRAS = 1000;

// The check of each native reads it by name, which engines do without a call.
const {
  at,
  concat,
  entries,
  every,
  fill,
  filter,
  find,
  findIndex,
  findLast,
  findLastIndex,
  flat,
  flatMap,
  forEach,
  includes,
  indexOf,
  join,
  keys,
  lastIndexOf,
  map: arrayMap,
  pop,
  push,
  reduce,
  reverse,
  shift,
  slice,
  some,
  sort,
  splice,
  toSorted,
  unshift,
  values,
} = array;
const strings = {
  at: string.at,
  charAt: string.charAt,
  charCodeAt: string.charCodeAt,
  codePointAt: string.codePointAt,
  concat: string.concat,
  endsWith: string.endsWith,
  includes: string.includes,
  indexOf: string.indexOf,
  lastIndexOf: string.lastIndexOf,
  match: string.match,
  matchAll: string.matchAll,
  padEnd: string.padEnd,
  padStart: string.padStart,
  repeat: string.repeat,
  replace: string.replace,
  replaceAll: string.replaceAll,
  slice: string.slice,
  split: string.split,
  startsWith: string.startsWith,
  substring: string.substring,
  toLowerCase: string.toLowerCase,
  toString: string.toString,
  toUpperCase: string.toUpperCase,
  trim: string.trim,
  trimEnd: string.trimEnd,
  trimStart: string.trimStart,
  iterate: string[iterator],
};
const maps = {
  clear: map.clear,
  delete: map.delete,
  entries: map.entries,
  forEach: map.forEach,
  get: map.get,
  has: map.has,
  keys: map.keys,
  set: map.set,
  values: map.values,
  iterate: map[iterator],
};
const sets = {
  add: set.add,
  clear: set.clear,
  delete: set.delete,
  entries: set.entries,
  forEach: set.forEach,
  has: set.has,
  keys: set.keys,
  values: set.values,
  iterate: set[iterator],
};
const regExps = {
  exec: regExp.exec,
  test: regExp.test,
  toString: regExp.toString,
  match: regExp[match],
  matchAll: regExp[matchAll],
  replace: regExp[replace],
  split: regExp[split],
};
const typedArrays = {
  every: typedArray.every,
  indexOf: typedArray.indexOf,
  set: typedArray.set,
  slice: typedArray.slice,
  subarray: typedArray.subarray,
  values: typedArray.values,
  iterate: typedArray[iterator],
};
const nexts = {
  array: arrayIterator.next,
  map: mapIterator.next,
  set: setIterator.next,
  string: stringIterator.next,
  match: matchIterator.next,
  any: anyIterator[iterator],
};
const objects = {
  constructor: objectPrototype.constructor,
  hasOwnProperty: objectPrototype.hasOwnProperty,
  toString: objectPrototype.toString,
  valueOf: objectPrototype.valueOf,
};
const functions = {
  apply: fn.apply,
  bind: fn.bind,
  call: fn.call,
  toString: fn.toString,
  hasInstance: fn[hasInstance],
};
const { toString: numberToString, toFixed } = Number.prototype;
const { decode } = TextDecoder.prototype;
const { encode } = TextEncoder.prototype;
const { from, isArray, of } = Array;
const { assign, create, entries: entriesOf, fromEntries, hasOwn, keys: keysOf, values: valuesOf } = Object;
const { isFinite, isInteger, isSafeInteger } = Number;
const { fromCharCode, fromCodePoint } = String;
const { ceil, floor, max, min } = Math;
const { parse, stringify } = JSON;
const NativeArray = Array;
const NativeBoolean = Boolean;
const NativeError = Error;
const NativeJson = JSON;
const NativeMap = Map;
const NativeMath = Math;
const NativeNumber = Number;
const NativeObject = Object;
const NativeRegExp = RegExp;
const NativeSet = Set;
const NativeString = String;
const NativeSymbol = Symbol;
const NativeDecoder = TextDecoder;
const NativeEncoder = TextEncoder;
const NativeTypeError = TypeError;
const NativeBytes = Uint8Array;
const nativeDecodeUri = decodeURIComponent;

// A getter has no value to compare, so it is tried on two objects with known answers. No single fake answer fits both.
const EMPTY_MAP = new Map();
const ONE_MAP = new Map([[1, 1]]);
const EMPTY_SET = new Set();
const ONE_SET = new Set([1]);
const EMPTY_BYTES = new Uint8Array(0);
const SOME_BYTES = new Uint8Array(new ArrayBuffer(8), 2, 3);
const SOME_BUFFER = SOME_BYTES.buffer;
const EMPTY_BUFFER = EMPTY_BYTES.buffer;
const NO_FLAGS = /x/;
const ALL_FLAGS = /x/dgimsuy;

function areArraysIntact(): boolean {
  return (
    array.at === at &&
    array.concat === concat &&
    array.entries === entries &&
    array.every === every &&
    array.fill === fill &&
    array.filter === filter &&
    array.find === find &&
    array.findIndex === findIndex &&
    array.findLast === findLast &&
    array.findLastIndex === findLastIndex &&
    array.flat === flat &&
    array.flatMap === flatMap &&
    array.forEach === forEach &&
    array.includes === includes &&
    array.indexOf === indexOf &&
    array.join === join &&
    array.keys === keys &&
    array.lastIndexOf === lastIndexOf &&
    array.map === arrayMap &&
    array.pop === pop &&
    array.push === push &&
    array.reduce === reduce &&
    array.reverse === reverse &&
    array.shift === shift &&
    array.slice === slice &&
    array.some === some &&
    array.sort === sort &&
    array.splice === splice &&
    array.toSorted === toSorted &&
    array.unshift === unshift &&
    array.values === values &&
    array[iterator] === values &&
    array.constructor === NativeArray &&
    (array as { toJSON?: unknown }).toJSON === undefined &&
    (array as unknown as Record<symbol, unknown>)[isConcatSpreadable] === undefined &&
    // Any index that the page defines here raises the length.
    array.length === 0 &&
    Array.from === from &&
    Array.isArray === isArray &&
    Array.of === of &&
    Array[species] === NativeArray
  );
}

function areStringsIntact(): boolean {
  const symbols = string as unknown as Record<symbol, unknown>;
  return (
    string.at === strings.at &&
    string.charAt === strings.charAt &&
    string.charCodeAt === strings.charCodeAt &&
    string.codePointAt === strings.codePointAt &&
    string.concat === strings.concat &&
    string.endsWith === strings.endsWith &&
    string.includes === strings.includes &&
    string.indexOf === strings.indexOf &&
    string.lastIndexOf === strings.lastIndexOf &&
    string.match === strings.match &&
    string.matchAll === strings.matchAll &&
    string.padEnd === strings.padEnd &&
    string.padStart === strings.padStart &&
    string.repeat === strings.repeat &&
    string.replace === strings.replace &&
    string.replaceAll === strings.replaceAll &&
    string.slice === strings.slice &&
    string.split === strings.split &&
    string.startsWith === strings.startsWith &&
    string.substring === strings.substring &&
    string.toLowerCase === strings.toLowerCase &&
    string.toString === strings.toString &&
    string.toUpperCase === strings.toUpperCase &&
    string.trim === strings.trim &&
    string.trimEnd === strings.trimEnd &&
    string.trimStart === strings.trimStart &&
    string[iterator] === strings.iterate &&
    symbols[match] === undefined &&
    symbols[matchAll] === undefined &&
    symbols[replace] === undefined &&
    symbols[split] === undefined &&
    String.fromCharCode === fromCharCode &&
    String.fromCodePoint === fromCodePoint
  );
}

function areCollectionsIntact(): boolean {
  return (
    map.clear === maps.clear &&
    map.delete === maps.delete &&
    map.entries === maps.entries &&
    map.forEach === maps.forEach &&
    map.get === maps.get &&
    map.has === maps.has &&
    map.keys === maps.keys &&
    map.set === maps.set &&
    map.values === maps.values &&
    map[iterator] === maps.iterate &&
    EMPTY_MAP.size === 0 &&
    ONE_MAP.size === 1 &&
    set.add === sets.add &&
    set.clear === sets.clear &&
    set.delete === sets.delete &&
    set.entries === sets.entries &&
    set.forEach === sets.forEach &&
    set.has === sets.has &&
    set.keys === sets.keys &&
    set.values === sets.values &&
    set[iterator] === sets.iterate &&
    EMPTY_SET.size === 0 &&
    ONE_SET.size === 1 &&
    Map[hasInstance] === functions.hasInstance &&
    Map[species] === NativeMap
  );
}

function areIteratorsIntact(): boolean {
  return (
    arrayIterator.next === nexts.array &&
    mapIterator.next === nexts.map &&
    setIterator.next === nexts.set &&
    stringIterator.next === nexts.string &&
    matchIterator.next === nexts.match &&
    arrayIterator.return === undefined &&
    mapIterator.return === undefined &&
    setIterator.return === undefined &&
    stringIterator.return === undefined &&
    matchIterator.return === undefined &&
    anyIterator[iterator] === nexts.any &&
    arrayIterator[iterator] === nexts.any &&
    mapIterator[iterator] === nexts.any &&
    setIterator[iterator] === nexts.any &&
    stringIterator[iterator] === nexts.any &&
    matchIterator[iterator] === nexts.any
  );
}

function arePatternsIntact(): boolean {
  return (
    regExp.exec === regExps.exec &&
    regExp.test === regExps.test &&
    regExp.toString === regExps.toString &&
    regExp[match] === regExps.match &&
    regExp[matchAll] === regExps.matchAll &&
    regExp[replace] === regExps.replace &&
    regExp[split] === regExps.split &&
    regExp.constructor === NativeRegExp &&
    RegExp[species] === NativeRegExp &&
    NO_FLAGS.flags === '' &&
    ALL_FLAGS.flags === 'dgimsuy' &&
    !NO_FLAGS.global &&
    ALL_FLAGS.global &&
    !NO_FLAGS.unicode &&
    ALL_FLAGS.unicode &&
    !NO_FLAGS.sticky &&
    ALL_FLAGS.sticky &&
    NO_FLAGS.source === 'x'
  );
}

function areBytesIntact(): boolean {
  return (
    bytes.every === typedArrays.every &&
    bytes.indexOf === typedArrays.indexOf &&
    bytes.set === typedArrays.set &&
    bytes.slice === typedArrays.slice &&
    bytes.subarray === typedArrays.subarray &&
    bytes.values === typedArrays.values &&
    bytes[iterator] === typedArrays.iterate &&
    bytes.constructor === NativeBytes &&
    (Uint8Array as unknown as Record<symbol, unknown>)[species] === NativeBytes &&
    EMPTY_BYTES.length === 0 &&
    SOME_BYTES.length === 3 &&
    EMPTY_BYTES.byteLength === 0 &&
    SOME_BYTES.byteLength === 3 &&
    EMPTY_BYTES.byteOffset === 0 &&
    SOME_BYTES.byteOffset === 2 &&
    SOME_BYTES.buffer === SOME_BUFFER &&
    EMPTY_BYTES.buffer === EMPTY_BUFFER &&
    TextDecoder.prototype.decode === decode &&
    TextEncoder.prototype.encode === encode
  );
}

function areObjectsIntact(): boolean {
  return (
    Object.assign === assign &&
    Object.create === create &&
    Object.entries === entriesOf &&
    Object.fromEntries === fromEntries &&
    Object.hasOwn === hasOwn &&
    Object.keys === keysOf &&
    Object.values === valuesOf &&
    objectPrototype.constructor === objects.constructor &&
    objectPrototype.hasOwnProperty === objects.hasOwnProperty &&
    objectPrototype.toString === objects.toString &&
    objectPrototype.valueOf === objects.valueOf &&
    fn.apply === functions.apply &&
    fn.bind === functions.bind &&
    fn.call === functions.call &&
    fn.toString === functions.toString &&
    Number.isFinite === isFinite &&
    Number.isInteger === isInteger &&
    Number.isSafeInteger === isSafeInteger &&
    Number.prototype.toString === numberToString &&
    Number.prototype.toFixed === toFixed &&
    Math.ceil === ceil &&
    Math.floor === floor &&
    Math.max === max &&
    Math.min === min &&
    JSON.parse === parse &&
    JSON.stringify === stringify
  );
}

function areGlobalsIntact(): boolean {
  return (
    Array === NativeArray &&
    Boolean === NativeBoolean &&
    Error === NativeError &&
    JSON === NativeJson &&
    Map === NativeMap &&
    Math === NativeMath &&
    Number === NativeNumber &&
    Object === NativeObject &&
    RegExp === NativeRegExp &&
    Set === NativeSet &&
    String === NativeString &&
    Symbol === NativeSymbol &&
    TextDecoder === NativeDecoder &&
    TextEncoder === NativeEncoder &&
    TypeError === NativeTypeError &&
    Uint8Array === NativeBytes &&
    decodeURIComponent === nativeDecodeUri
  );
}

/** Every plain object, and every list in the hook, would inherit what the page adds here. */
function hasNothingNew(): boolean {
  const now = ownKeys(objectPrototype);
  if (now.length !== OBJECT_KEYS.length) return false;
  for (let i = 0; i < now.length; i++) if (now[i] !== OBJECT_KEYS[i]) return false;
  return true;
}

/** Returns whether all natives are still the original ones. */
export function isIntact(): boolean {
  try {
    return (
      areGlobalsIntact() &&
      areArraysIntact() &&
      areStringsIntact() &&
      areCollectionsIntact() &&
      areIteratorsIntact() &&
      arePatternsIntact() &&
      areBytesIntact() &&
      areObjectsIntact() &&
      hasNothingNew()
    );
  } catch {
    return false; // a getter defined by the page threw
  }
}

/** Properties that the page has added to prototypes. */
let extras: Extra | null = null;
let count = 0;
let isOurs = false;

/**
 * Runs `work` on the original natives.
 * @param input handed to `work`. A closure for each call would cost more than the call: Chromium 156 compiled one of
 * them again every 40 calls, 0.6 ms each time
 * @returns its result; throws what it throws, and also throws, before running it, if the page has locked its
 * replacements
 */
export function asItWas<I, T>(work: (input: I) => T, input: I): T {
  if (isOurs || isIntact()) return work(input);
  isOurs = true;
  try {
    putOurs();
    return work(input);
  } finally {
    putTheirs();
    isOurs = false;
  }
}

function putOurs(): void {
  // First, because any descriptor would inherit them.
  takeAway(objectPrototype, isOwn);
  takeAway(array, isNoIndex);
  for (let i = 0; i < NATIVES.length; i++) {
    const native = NATIVES[i];
    if (!native) continue;
    const { owner, key, before } = native;
    const now = getOwnPropertyDescriptor(owner, key);
    if (isSame(now, before)) continue;
    const original = bare(before);
    const done = original ? defineProperty(owner, key, original) : deleteProperty(owner, key);
    if (!done) throw new NativeError('locked');
    native.theirs = bare(now) ?? undefined;
  }
}

/** @param stays whether to leave this property of `owner` in place */
function takeAway(owner: object, stays: (key: PropertyKey) => boolean): void {
  const now = ownKeys(owner);
  for (let i = 0; i < now.length; i++) {
    const key = now[i] ?? '';
    if (stays(key)) {
      // Indices are listed first, so no other can follow.
      if (stays === isNoIndex) return;
      continue;
    }
    const theirs = bare(getOwnPropertyDescriptor(owner, key));
    if (++count > MAX_EXTRAS) throw new NativeError('too many');
    if (theirs && deleteProperty(owner, key)) extras = { owner, key, theirs, next: extras };
    // A library's method that cannot be deleted is harmless; an accessor is not, as it can swallow a value.
    else if (theirs && !('value' in theirs)) throw new NativeError('locked');
  }
}

function putTheirs(): void {
  for (let i = 0; i < NATIVES.length; i++) {
    const native = NATIVES[i];
    if (!native || native.theirs === null) continue;
    const { owner, key, theirs } = native;
    native.theirs = null;
    if (theirs) defineProperty(owner, key, theirs);
    else deleteProperty(owner, key);
  }
  for (; extras; extras = extras.next) defineProperty(extras.owner, extras.key, extras.theirs);
  count = 0;
}

function isOwn(key: PropertyKey): boolean {
  for (let i = 0; i < OBJECT_KEYS.length; i++) if (OBJECT_KEYS[i] === key) return true;
  return false;
}

function isNoIndex(key: PropertyKey): boolean {
  return typeof key === 'symbol' || key === 'length' || !(+(key as string) >= 0);
}

function isSame(now: PropertyDescriptor | undefined, before: PropertyDescriptor | undefined): boolean {
  if (!now || !before) return !now && !before;
  return now.value === before.value && now.get === before.get;
}

/** @returns the descriptor as a dictionary, which inherits nothing that a page has put on Object.prototype */
function bare(descriptor: PropertyDescriptor | undefined): PropertyDescriptor | null {
  return descriptor ? ({ __proto__: null, ...descriptor } as PropertyDescriptor) : null;
}
