// Package: the normalizer for programs, on the streams of any runtime. What is exported here is what others build on.

import { createBodyNormalizer, type BodyOptions } from '../normalizer/bodies/body-normalizer.ts';
import type { Progress } from '../normalizer/progress/progress-types.ts';
import { cleanRequest as cleanBody } from '../normalizer/requests/request-cleaner.ts';
import { bodyTransform } from './body-stream.ts';
import { chosenRepairs } from './chosen-repairs.ts';
import { withBody } from './with-body.ts';

export type { Progress, ProgressStatus, Provenance } from '../normalizer/progress/progress-types.ts';

/** How replies are cleaned. */
export interface NormalizeOptions {
  /**
   * The server is known to be Hermes, or the history that was sent has held its markers (`showsMarkers`): lines that look
   * like its markers go. Without it they go where the reply itself shows that they are.
   */
  readonly isHermes?: boolean;
  /** Repairs to switch on or off, by their ids; those that are not named are as they are by default. */
  readonly repairs?: Readonly<Record<string, boolean>>;
  /** Called with every change of every tool call, in order. */
  onProgress?(progress: Progress): void;
  /** Called with the id of each repair that was made. */
  onRepair?(id: string): void;
}

/** The same for bytes that come without a response around them. */
export interface NormalizerOptions extends NormalizeOptions {
  /** Value of the `content-type` header; `text/event-stream` where nothing is said. */
  readonly contentType?: string;
}

/** The body of a request, and what was found in it. */
export interface CleanedRequest<Body> {
  /** The very same where there was nothing to take out. */
  readonly body: Body | string;
  /** How many markers were taken out. */
  readonly markers: number;
  /** It asks an agent or a model for a reply. */
  readonly asksReply: boolean;
  /** The assistant's messages in it show that markers of Hermes are in this chat; see `isHermes`. */
  readonly showsMarkers: boolean;
}

/**
 * Cleans a response to a request for a reply: markers and progress events go, malformed tool calls are put right, all else
 * stays byte for byte.
 * @returns the very same response where nothing is to do: an error, no body, or a type of which no body is a reply
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
 * Takes markers out of the assistant's messages in the body of a request: what was sent back to the model as its own words.
 * No other message is changed.
 * @param body JSON text; whatever else a request can have as its body is left as it is
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
}: NormalizeOptions): Pick<BodyOptions, 'expectsMarkers' | 'report'> {
  return {
    expectsMarkers: () => isHermes,
    report(event) {
      if (event.type === 'progress') onProgress?.(event.progress);
      if (event.type === 'repair') onRepair?.(event.id);
    },
  };
}
