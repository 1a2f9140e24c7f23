import * as natives from './natives.ts';
import { attempt } from './overlay.ts';

/** What the hook can do in a page whose scripts came first. */
export interface Abilities {
  /** Texts are read right; without it, nothing may be touched. */
  readonly reads: boolean;
  /**
   * All that a page can use is the browser's own, however wrapped, so everything can be cleaned.
   */
  readonly reachesAll: boolean;
}

const BROKEN = new natives.NativeUint8Array([0xef, 0xbb, 0xbf, 0xc3]);
const REST = new natives.NativeUint8Array([0xa9, 0xff]);

/**
 * Tests each of the natives that scripts replace by code of their own: some of it knows only the
 * common cases.
 */
export function testNatives(): Abilities {
  return { reads: READING.every(holds), reachesAll: REACHING.every(holds) };
}

function holds(test: () => boolean): boolean {
  return attempt(test, false);
}

const READING: readonly (() => boolean)[] = [
  function decodesInPieces() {
    const decoder = new natives.NativeTextDecoder('utf-8', {
      __proto__: null,
      ignoreBOM: true,
    } as TextDecoderOptions);
    const goesOn = { __proto__: null, stream: true } as TextDecodeOptions;
    const begin = natives.decodeText(decoder, BROKEN, goesOn);
    return begin + natives.decodeText(decoder, REST) === '\uFEFFé\uFFFD';
  },
  function refusesBytesThatAreNoText() {
    const strict = new natives.NativeTextDecoder('utf-8', {
      __proto__: null,
      fatal: true,
    } as TextDecoderOptions);
    try {
      natives.decodeText(strict, REST);
      return false;
    } catch {
      return true;
    }
  },
  function encodes() {
    const bytes = natives.encodeText('é\uD83D');
    return natives.lengthOf(bytes) === 5 && bytes[1] === 0xa9 && bytes[4] === 0xbd;
  },
  function parses() {
    const json = '{"a":["\\u00e9",1.5,null]}';
    return natives.toJson(natives.parseJson(json)) === '{"a":["é",1.5,null]}';
  },
  function remembers() {
    const map: WeakMap<object, number> = new natives.NativeWeakMap();
    natives.weakSet(map, map, 1);
    return natives.weakGet(map, map) === 1 && natives.weakGet(map, READING) === undefined;
  },
];

const REACHING: readonly (() => boolean)[] = [
  function makesResponses() {
    const empty = { __proto__: null, type: 'bytes' } as unknown as UnderlyingByteSource;
    const headers = { __proto__: null, 'x-a': '1' } as unknown as HeadersInit;
    const response = new natives.NativeResponse(new natives.NativeReadableStream(empty), {
      __proto__: null,
      headers,
    } as ResponseInit);
    const body = natives.responseBody(response);
    return (
      natives.responseStatus(response) === 200 &&
      natives.headersGet(natives.responseHeaders(response), 'x-a') === '1' &&
      body !== null &&
      !natives.streamLocked(body)
    );
  },
  () => natives.isNativeGetter(natives.responsePrototype, 'status'),
  () => natives.requestUrl(new natives.NativeRequest('data:,')) === 'data:,',
  () => natives.requestMethod(new natives.NativeRequest('data:,')) === 'GET',
  () => natives.isNativeGetter(natives.messagePrototype, 'data'),
  () => !natives.hasXhr || natives.isNativeGetter(natives.xhrPrototype, 'readyState'),
];
