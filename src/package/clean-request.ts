import { cleanRequest as cleanBody } from '../normalizer/requests/request-cleaner.ts';

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
 * Removes markers from the assistant's messages in the body of a request, which the model would read as its own words.
 * No other message is changed.
 * @param body JSON text; any other kind of body is returned unchanged
 * @param options `isHermes`: as for replies
 */
export function cleanRequest<Body>(
  body: Body,
  { isHermes = false }: { readonly isHermes?: boolean } = {},
): CleanedRequest<Body> {
  let showsMarkers = false;
  const cleaned =
    typeof body === 'string'
      ? cleanBody(body, {
          expectsMarkers: () => isHermes,
          onEvidence: () => void (showsMarkers = true),
        })
      : null;
  const { markers = 0, asksReply = false } = cleaned ?? {};
  return { body: cleaned?.body ?? body, markers, asksReply, showsMarkers };
}

/** @returns the text of a request; null if it is not UTF-8 */
export function textOfBytes(bytes: ArrayBuffer | ArrayBufferView): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
