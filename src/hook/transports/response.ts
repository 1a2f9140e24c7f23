import type { BodyTransform } from './traffic.ts';
import type { KeptFetch } from './kept-fetch.ts';
import { transformStream } from './byte-stream.ts';
import * as natives from '../realm/natives.ts';
import { overlayGetter, overlayMethod, type Ours, type Restore } from '../realm/overlay.ts';
import { hideFrames } from '../realm/stacks.ts';

/** Makes a Response of ours look like the native one. */
interface Origin {
  /** The response from the network; never exposed. */
  readonly source: Response;
  /**
   * Its body failed with `error`: for a body made from a stream, Chromium would turn an AbortError
   * into "Failed to fetch".
   */
  failed: boolean;
  error: unknown;
}

const origins: WeakMap<object, Origin> = new natives.NativeWeakMap();
/**
 * Responses of ours that are being consumed as a whole: in Chromium, `blob` would set `bodyUsed`
 * too late.
 */
const read: WeakMap<object, true> = new natives.NativeWeakMap();

/**
 * What reads the body of a response that a script has made its own, which stays what the page gets.
 */
const standIns: WeakMap<object, Response> = new natives.NativeWeakMap();
/** Shows the bodies of stand-ins; installed with the first of them. */
let overlayBodies: () => void = () => undefined;

/**
 * @param source an unread response with a body
 * @returns a response that reads like `source`, with its body transformed
 * @throws for one that shows a body of its own, and if streams are not the browser's; it is left
 * unread
 */
export function transformResponse(source: Response, transform: BodyTransform): Response {
  const body = natives.responseBody(source);
  if (!body) return source;
  if (natives.getOwnPropertyDescriptor(source, 'body')) throw new Error('body');
  const origin: Origin = { source, failed: false, error: undefined };
  const init = {
    __proto__: null,
    status: natives.responseStatus(source),
    statusText: natives.responseStatusText(source),
    // Never shown, but a cache stores them, and `blob` takes its type from them.
    headers: copyHeaders(natives.responseHeaders(source)),
  } as ResponseInit;
  const failed = (error: unknown): void => {
    origin.failed = true;
    origin.error = error;
  };
  const response = transformStream(
    body,
    transform,
    failed,
    (stream) => new natives.NativeResponse(stream, init),
  );
  natives.weakSet(origins, response, origin);
  if (!isChanged(source)) return response;
  overlayBodies();
  natives.weakSet(standIns, source, response);
  return source;
}

/**
 * Returns whether scripts have given it a class or members of their own, which no other response
 * has.
 */
function isChanged(response: Response): boolean {
  return (
    natives.getPrototypeOf(response) !== natives.responsePrototype ||
    natives.ownKeys(response).length > 0
  );
}

/**
 * Makes our responses report what only the network can set: `url`, `type`, `redirected`, the
 * immutable `headers`, and the error with which a read of their body fails.
 * @param keptFetch notified when the page reads a body that is not ours
 * @returns functions that remove the overlays; null where one could not be installed
 */
export function overlayResponse(keptFetch?: KeptFetch): (Restore | null)[] {
  const prototype = natives.responsePrototype;
  if (!prototype) return [];
  const restores = (['url', 'type', 'redirected', 'headers'] as const).map((key) => {
    const get = natives.getOwnPropertyDescriptor(prototype, key)?.get;
    return overlayGetter(prototype, key, (value, self) => {
      const origin = originOf(self);
      return origin && get ? natives.apply(get, origin.source, []) : value;
    });
  });
  /** Our own methods, for stand-ins. */
  const methods = natives.create(null) as Record<string, unknown>;
  const overlayReading = (key: string, ours: Ours): void => {
    restores.push(
      overlayMethod(prototype, key, (native, self, args) => {
        const standIn = standInOf(self);
        return standIn
          ? natives.apply(methods[key] as () => unknown, standIn, args)
          : ours(native, self, args);
      }),
    );
    methods[key] = natives.getOwnPropertyDescriptor(prototype, key)?.value;
  };
  overlayReading('clone', (native, self, args) => {
    const clone = native(args);
    const origin = originOf(self);
    if (origin) natives.weakSet(origins, clone as object, origin);
    else keptFetch?.cloned(self as Response, clone as Response);
    return clone;
  });
  restores.push(
    overlayGetter(prototype, 'bodyUsed', (used, self) => {
      const standIn = standInOf(self);
      const isUsed = standIn ? natives.responseBodyUsed(standIn) : used;
      return isUsed || natives.weakGet(read, standIn ?? (self as object)) === true;
    }),
  );
  overlayBodies = () => {
    overlayBodies = () => undefined;
    restores.push(
      overlayGetter(prototype, 'body', (body, self) => {
        const standIn = standInOf(self);
        if (standIn) return natives.responseBody(standIn);
        if (body && !originOf(self)) keptFetch?.read(self as Response);
        return body;
      }),
    );
  };
  if (keptFetch) overlayBodies();
  // Every method that reads the body, including those of future versions.
  for (const key of natives.ownKeys(prototype)) {
    if (typeof key !== 'string' || key === 'constructor' || key === 'clone') continue;
    overlayReading(key, (native, self, args) => {
      const origin = originOf(self);
      if (!origin) {
        keptFetch?.read(self as Response);
        return native(args);
      }
      const body = natives.responseBody(self as Response);
      const isFree =
        body && !natives.streamLocked(body) && !natives.responseBodyUsed(self as Response);
      // If our stream parsed, Chromium would say that the parse error came from closing the stream.
      const result =
        isFree && key === 'json'
          ? natives.after(natives.responseText(self as Response), natives.parseJson)
          : native(args);
      // `textStream` returns a stream, which keeps the error by itself.
      if (natives.tagOf(result) !== '[object Promise]') return result;
      if (isFree) natives.weakSet(read, self as object, true);
      return natives.after(result as Promise<unknown>, null, (error) => {
        hideFrames(error);
        throw isLost(origin, error) ? origin.error : error;
      });
    });
  }
  return restores;
}

/**
 * Chromium turns any error of a body made from a stream into a TypeError. The original error is
 * restored, unless it is a TypeError too: for a broken connection, `text` has a different message
 * than a reader.
 */
function isLost({ failed, error }: Origin, shown: unknown): boolean {
  return failed && !(natives.isTypeError(error) && natives.isTypeError(shown));
}

/**
 * Copies headers in a way the page cannot observe: given a Headers object, the constructor would
 * run the page's iterator.
 */
function copyHeaders(headers: Headers): Record<string, string> {
  const copy = natives.create(null) as Record<string, string>;
  natives.headersForEach(headers, (value, name) => {
    copy[name] = value;
  });
  return copy;
}

function standInOf(value: unknown): Response | undefined {
  return typeof value === 'object' && value !== null ? natives.weakGet(standIns, value) : undefined;
}

function originOf(value: unknown): Origin | undefined {
  return typeof value === 'object' && value !== null ? natives.weakGet(origins, value) : undefined;
}
