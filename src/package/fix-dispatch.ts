import { isSignature } from '../lib/signing-headers.ts';
import type { BodyNormalizer } from '../normalizer/bodies/body-normalizer.ts';
import { askedIn, createKnownEvidence } from '../normalizer/requests/known-evidence.ts';
import { letGoWhenIdle } from './body-stream.ts';
import { cleanSent } from './clean-request.ts';
import { chosenRepairs, replyNormalizer, type NormalizeOptions } from './clean-response.ts';
import { checkOptions, OF_REPLIES } from './options.ts';
import { OF_THE_BODY } from './with-body.ts';

/** Undici is for Node alone, and its readers take nothing else. */
declare const Buffer: { from(buffer: ArrayBufferLike, at: number, length: number): Uint8Array };

/** Headers; an array has several values. */
type Fields = Readonly<Record<string, string | string[] | undefined>>;
type Controller = Readonly<{ aborted: boolean }>;

/** What undici tells of a response; see its `Dispatcher.DispatchHandler`. */
interface Handler {
  onResponseStart?(controller: Controller, status: number, headers: Fields, words?: string): void;
  onResponseData?(controller: Controller, chunk: Uint8Array): void;
  onResponseEnd?(controller: Controller, trailers: Fields): void;
  onResponseError?(controller: Controller, error: Error): void;
}

interface Dispatcher {
  dispatch(
    request: { origin?: string | URL; path: string; body?: unknown; headers?: unknown },
    to: Handler,
  ): boolean;
}

/**
 * Creates an interceptor for undici 7 or later: `new Agent().compose(fixDispatch())`. It cleans the
 * history in bodies that are text, and all replies that are streams of events; replies of other
 * types only if the request asks for one.
 * @throws TypeError for an unknown option or repair
 */
export function fixDispatch(options: NormalizeOptions = {}) {
  checkOptions(options, OF_REPLIES);
  chosenRepairs(options.repairs);
  const known = createKnownEvidence(() => options.isHermes || null);
  return <Dispatch extends Dispatcher['dispatch']>(dispatch: Dispatch): Dispatch =>
    ((request, handler) => {
      const text =
        typeof request.body === 'string' && mayChange(request.headers) ? request.body : '';
      const source = askedIn(text, String(request.origin));
      const { body, asksReply, showsMarkers } = cleanSent(
        text,
        request.path,
        known.expects(source),
      );
      const cleaned = cleaning(handler, (header) => {
        if (header('content-encoding') !== null) return null;
        if (!asksReply && !header('content-type')?.startsWith('text/event-stream')) return null;
        return replyNormalizer(
          header,
          { ...options, isHermes: showsMarkers || known.expects(source) },
          (event) => {
            if (event.type === 'evidence') known.found(event.evidence, source);
          },
        );
      });
      return dispatch(body === text ? request : { ...request, body }, cleaned);
    }) as Dispatch;
}

/**
 * @returns false for a request that is signed, compressed or of a stated length, or whose headers
 * are a list
 */
function mayChange(headers: unknown): boolean {
  const all = Object.entries(headers ?? {});
  return all.every(
    ([name, value]) =>
      !/^(?:\d+|content-(?:encoding|length))$/i.test(name) && !isSignature(name, value),
  );
}

/**
 * @param read creates the normalizer for a response with these headers; null if it passes as it is
 */
function cleaning(
  handler: Handler,
  read: (header: (name: string) => string | null) => BodyNormalizer | null,
): Handler {
  let normalizer: BodyNormalizer | null = null;
  let stop = (): void => {};

  function hand(controller: Controller, parts: readonly Uint8Array[]): void {
    for (const { buffer, byteOffset, length } of controller.aborted ? [] : parts)
      if (length > 0) handler.onResponseData?.(controller, Buffer.from(buffer, byteOffset, length));
  }

  function end(controller: Controller, how?: 'cut'): void {
    stop();
    if (normalizer) hand(controller, [normalizer.end(how)]);
  }

  const ours: Handler = {
    onResponseStart(controller, status, headers, words) {
      normalizer = status === 200 ? read((name) => headers[name]?.toString() ?? null) : null;
      const kept = Object.entries(headers).filter(
        ([name]) => !normalizer || !OF_THE_BODY.includes(name),
      );
      handler.onResponseStart?.(controller, status, Object.fromEntries(kept), words);
    },
    onResponseData(controller, chunk) {
      stop();
      hand(controller, normalizer?.push(chunk) ?? [chunk]);
      if (normalizer) stop = letGoWhenIdle(normalizer, (bytes) => hand(controller, [bytes]));
    },
    onResponseEnd(controller, trailers) {
      end(controller);
      handler.onResponseEnd?.(controller, trailers);
    },
    onResponseError(controller, error) {
      end(controller, 'cut');
      handler.onResponseError?.(controller, error);
    },
  };
  // The others are called as they are: those of undici know themselves by `this`.
  return new Proxy(handler, {
    get: (_, name) => Reflect.get(ours, name) ?? Reflect.get(handler, name)?.bind(handler),
  });
}
