// The package's main entry: the normalizer for programs, on the streams of any runtime. Its exports are public API.

import { createBodyNormalizer, type BodyOptions } from '../normalizer/bodies/body-normalizer.ts';
import type { Progress } from '../normalizer/progress/progress-types.ts';
import { cleanRequest as cleanBody } from '../normalizer/requests/request-cleaner.ts';
import { bodyTransform } from './body-stream.ts';
import { withBody } from './with-body.ts';
import { ALL_REPAIRS, enabledRepairs } from '../normalizer/repairs/all-repairs.ts';

export type { Progress, ProgressStatus, Provenance } from '../normalizer/progress/progress-types.ts';

/** How replies are cleaned. */
export interface NormalizeOptions {
  /**
   * The server is known to be Hermes, or the history that was sent contained its markers (`showsMarkers`), so lines
   * that look like its markers are removed. Otherwise they are removed only if the reply itself shows that they are
   * markers.
   */
  readonly isHermes?: boolean;
  /** Repairs to switch on or off, by id; the others keep their defaults. */
  readonly repairs?: Readonly<Record<string, boolean>>;
  /** Called with every change of every tool call, in order. */
  onProgress?(progress: Progress): void;
  /** Called with the id of each repair that was made. */
  onRepair?(id: string): void;
  /** Called with what `onProgress` or `onRepair` has thrown; cleaning goes on. */
  onError?(error: unknown): void;
}

/** The same for bytes without a response. */
export interface NormalizerOptions extends NormalizeOptions {
  /** Value of the `content-type` header; `text/event-stream` by default. */
  readonly contentType?: string;
}

/** The body of a request, and the findings in it. */
export interface CleanedRequest<Body> {
  /** The very same if there was nothing to remove. */
  readonly body: Body | string;
  /** How many markers were removed. */
  readonly markers: number;
  /** It asks an agent or a model for a reply. */
  readonly asksReply: boolean;
  /** The assistant's messages in it show that this chat contains markers of Hermes; see `isHermes`. */
  readonly showsMarkers: boolean;
}

/**
 * Cleans a response to a request for a reply: removes markers and progress events and repairs malformed tool calls;
 * everything else stays byte for byte.
 * @returns the very same response if there is nothing to do: an error, no body, or a content type that is never a reply
 * @throws TypeError for an unknown repair, and for a body that was read already
 */
export function normalize(response: Response, options: NormalizeOptions = {}): Response {
  const repairs = chosenRepairs(options.repairs);
  if (!response.ok || !response.body) return response;
  const normalizer = createBodyNormalizer({
    ...listening(options),
    repairs,
    contentType: response.headers.get('content-type'),
    sessionId: response.headers.get('x-hermes-session-id'),
    isReply: true,
  });
  return normalizer ? withBody(response, normalizer) : response;
}

/**
 * Cleans the bytes of one reply, cut anywhere.
 * @throws TypeError for an unknown repair
 */
export function normalizer(options: NormalizerOptions = {}): TransformStream<Uint8Array, Uint8Array<ArrayBuffer>> {
  const contentType = options.contentType ?? 'text/event-stream';
  const repairs = chosenRepairs(options.repairs);
  const body = createBodyNormalizer({ ...listening(options), repairs, contentType, isReply: true });
  return body ? bodyTransform(body) : new TransformStream();
}

/**
 * Removes markers from the assistant's messages in the body of a request, which the model would read as its own words.
 * No other message is changed.
 * @param body JSON text; any other kind of body is returned unchanged
 * @param options `isHermes`: as for replies
 */
export function cleanRequest<Body>(
  body: Body,
  { isHermes = false }: Pick<NormalizeOptions, 'isHermes'> = {},
): CleanedRequest<Body> {
  let showsMarkers = false;
  const cleaned =
    typeof body === 'string'
      ? cleanBody(body, { expectsMarkers: () => isHermes, onEvidence: () => void (showsMarkers = true) })
      : null;
  const { markers = 0, asksReply = false } = cleaned ?? {};
  return { body: cleaned?.body ?? body, markers, asksReply, showsMarkers };
}

function listening({
  isHermes = false,
  onProgress,
  onRepair,
  onError,
}: NormalizeOptions): Pick<BodyOptions, 'expectsMarkers' | 'isReadNext' | 'report'> {
  return {
    isReadNext: true,
    expectsMarkers: () => isHermes,
    report(event) {
      try {
        if (event.type === 'progress') onProgress?.(event.progress);
        if (event.type === 'repair') onRepair?.(event.id);
      } catch (error) {
        onError?.(error);
      }
    },
  };
}

/**
 * @param each what to switch on or off; the others keep their defaults
 * @returns the ids of those that are on
 * @throws TypeError for an unknown id
 */
function chosenRepairs(each: Readonly<Record<string, boolean>> = {}): ReadonlySet<string> {
  const unknown = Object.keys(each).find((id) => !ALL_REPAIRS.has(id));
  if (unknown !== undefined)
    throw new TypeError(`There is no repair "${unknown}". There are: ${[...ALL_REPAIRS].toSorted().join(', ')}.`);
  return enabledRepairs({ broken: true, legal: false, each });
}
