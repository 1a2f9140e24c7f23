import type { Caller, ResponseHead, SentRequest, SocketTransform, Traffic } from './traffic.ts';
import * as natives from '../realm/natives.ts';
import { attempt, overlayGetter, overlayMethod, type Restore } from '../realm/overlay.ts';
import { isOfAskedOrigin } from './asked-origin.ts';
import { answered, cleanBody } from './request-bodies.ts';
import { isSignature } from '../../lib/signing-headers.ts';
import { isSocketAddress } from './socket-address.ts';
import { readOn, readThrough, type TextReader } from './text-transform.ts';

/** One request of an XMLHttpRequest, from its `open` to the next. */
interface Exchange {
  /** URL as given to `open`. */
  readonly url: unknown;
  signed: boolean;
  /** Headers of the request that name the page. */
  caller: Caller;
  sent: SentRequest | null;
  /** URL of a socket.io socket that polls with this request; null for any other. */
  poll: string | null;
  /**
   * Chosen when the first text arrives and the settings are known; null for a response that is left
   * alone.
   */
  reader: TextReader | null | undefined;
  /** What the page has seen before that; null: nothing yet. */
  seen: string | null;
}

/** The last value of `readyState`: complete or failed. */
const DONE = 4;

/**
 * Installs the overlays over XMLHttpRequest. The page keeps its native object, whose states, events
 * and errors remain its own; only a string body on its way out and the text on its way in pass
 * through us. Text under `responseType` "json" does not: the native object could only be replaced
 * by one parsed from different JSON.
 * @returns functions that remove the overlays; null where one could not be installed
 */
export function overlayXhr(traffic: Traffic): (Restore | null)[] {
  const exchanges: WeakMap<object, Exchange> = new natives.NativeWeakMap();

  /** @param text the native text so far. @returns what the page sees of it */
  function read(xhr: XMLHttpRequest, text: string): string {
    const exchange = natives.weakGet(exchanges, xhr);
    if (!exchange) return text;
    if (exchange.reader === undefined && text !== '') {
      if (isTooSoon(xhr, exchange)) return (exchange.seen = text);
      const reader = chooseReader(xhr, exchange, traffic);
      exchange.reader = reader && exchange.seen !== null ? readOn(reader, exchange.seen) : reader;
      if (exchange.reader) follow(xhr);
    }
    return exchange.reader ? exchange.reader(text, natives.xhrReadyState(xhr) === DONE) : text;
  }

  /**
   * The native text cannot be held back, as its events come when they come. So the page sees it
   * until the settings are known, and then it is read from its beginning: an agent may ask in it,
   * and send no more before it has an answer.
   */
  function isTooSoon(xhr: XMLHttpRequest, exchange: Exchange): boolean {
    if (traffic.on() || !isOk(xhr) || isSocketAddress(natives.xhrResponseUrl(xhr))) return false;
    const known = attempt(() => traffic.settingsKnown(headOf(xhr, exchange)), null);
    if (known && exchange.seen === null) void natives.after(known, () => readNow(xhr));
    return known !== null;
  }

  function readNow(xhr: XMLHttpRequest): void {
    // Throws where `responseType` is not text: then there is nothing to do.
    attempt(() => read(xhr, natives.xhrResponseText(xhr)), '');
  }

  /**
   * Keeps the reply going, and ends it, even while the page does not read. A listener added twice
   * is called once.
   */
  function follow(xhr: XMLHttpRequest): void {
    natives.addListener(xhr, 'progress', onNews);
    natives.addListener(xhr, 'loadend', onNews);
  }

  function onNews(event: Event): void {
    const xhr = natives.eventTarget(event) as XMLHttpRequest;
    readNow(xhr);
    const poll = natives.weakGet(exchanges, xhr)?.poll;
    if (
      poll &&
      natives.eventType(event) === 'loadend' &&
      natives.xhrReadyState(xhr) === DONE &&
      !isOk(xhr)
    )
      attempt(() => traffic.socketOf(poll)?.lost(), undefined);
  }

  function overlayText(key: 'response' | 'responseText'): Restore | null {
    return overlayGetter(natives.xhrPrototype, key, (text, self) => {
      const xhr = self as XMLHttpRequest;
      return typeof text === 'string' && text !== '' && isText(xhr) ? read(xhr, text) : text;
    });
  }

  return [
    overlayMethod(natives.xhrPrototype, 'open', (native, self, args) => {
      const result = native(args);
      const xhr = self as XMLHttpRequest;
      const before = natives.weakGet(exchanges, xhr);
      natives.weakSet(exchanges, xhr, begin(args[1], pollOf(args[1])));
      // A request still in flight ends here, without an event.
      before?.reader?.('', true);
      return result;
    }),
    overlayMethod(natives.xhrPrototype, 'setRequestHeader', (native, self, args) => {
      const result = native(args);
      const exchange = natives.weakGet(exchanges, self as XMLHttpRequest);
      if (!exchange) return result;
      if (isSignature(args[0], args[1])) exchange.signed = true;
      exchange.caller = withHeader(exchange.caller, args[0], args[1]);
      return result;
    }),
    overlayMethod(natives.xhrPrototype, 'send', (native, self, args) => {
      const exchange = natives.weakGet(exchanges, self as XMLHttpRequest);
      if (exchange?.poll && !traffic.off()) follow(self as XMLHttpRequest);
      if (!exchange || exchange.signed) return native(args);
      const { body, sent } = cleanBody(args[0], exchange.url, traffic);
      exchange.sent = sent;
      // Of others, nobody knows whether anything of them will be read.
      if (!sent || sent.isUnknown) return native(args);
      follow(self as XMLHttpRequest);
      return native([body]);
    }),
    overlayText('responseText'),
    overlayText('response'),
  ];
}

function isText(xhr: XMLHttpRequest): boolean {
  const type = natives.xhrResponseType(xhr);
  return type === '' || type === 'text';
}

function isOk(xhr: XMLHttpRequest): boolean {
  const status = natives.xhrStatus(xhr);
  return status >= 200 && status <= 299;
}

function begin(url: unknown, poll: string | null): Exchange {
  return { url, signed: false, caller: NOBODY, sent: null, poll, reader: undefined, seen: null };
}

const NOBODY: Caller = { authorization: null, sessionId: null };

function withHeader(caller: Caller, name: unknown, value: unknown): Caller {
  if (
    typeof name !== 'string' ||
    typeof value !== 'string' ||
    name.toLowerCase() !== 'authorization'
  )
    return caller;
  // As the browser joins the values of a header that is set twice.
  return {
    ...caller,
    authorization: caller.authorization === null ? value : `${caller.authorization}, ${value}`,
  };
}

/**
 * @param url as given to `open`.
 * @returns the URL if an established socket polls or sends with it, else null
 */
function pollOf(url: unknown): string | null {
  return typeof url === 'string' && isSocketAddress(url) && /[?&]sid=/.test(url) ? url : null;
}

function chooseReader(
  xhr: XMLHttpRequest,
  exchange: Exchange,
  traffic: Traffic,
): TextReader | null {
  if (!isOk(xhr)) return null;
  const socket = traffic.socketOf(natives.xhrResponseUrl(xhr));
  if (socket) return readPayload(socket);
  const transform = traffic.openBody(headOf(xhr, exchange));
  return transform && readThrough(transform);
}

function headOf(xhr: XMLHttpRequest, exchange: Exchange): ResponseHead {
  const url = natives.xhrResponseUrl(xhr);
  // Chromium logs an error when a script reads a header that this page may not see.
  const headers = natives.xhrAllHeaders(xhr);
  return {
    contentType: natives.xhrHeader(xhr, 'content-type'),
    url,
    sessionId: headers.includes('x-hermes-session-id')
      ? natives.xhrHeader(xhr, 'x-hermes-session-id')
      : null,
    request: answered(exchange.sent, headers.includes('content-disposition')),
    caller: isOfAskedOrigin(exchange.url, url) ? exchange.caller : null,
  };
}

/** Reads a long-polling response: shows nothing until it is complete. */
function readPayload(socket: SocketTransform): TextReader {
  let shown = '';
  let over = false;
  return (text, done) => {
    if (done && !over) {
      over = true;
      if (text !== '') shown = socket.receivePayload(text);
    }
    return shown;
  };
}
