import type { BodyNormalizer } from '../normalizer/bodies/body-normalizer.ts';
import { bodyStream } from './body-stream.ts';

/** Headers about the encoding or a checksum of the body, which is decoded and may have changed. */
export const OF_THE_BODY = [
  'content-length',
  'content-encoding',
  'content-digest',
  'repr-digest',
  'digest',
  'content-md5',
];

/** @returns a response with the normalized body; everything else is that of the original */
export function withBody(response: Response, normalizer: BodyNormalizer): Response {
  if (response.bodyUsed || !response.body)
    throw new TypeError(
      'The body of this response was read already. Hand the response over before reading it.',
    );
  const headers = new Headers(response.headers);
  for (const name of OF_THE_BODY) headers.delete(name);
  const { status, statusText } = response;
  const body = bodyStream(response.body, normalizer);
  return withOrigin(new Response(body, { status, statusText, headers }), response);
}

/**
 * Gives a response what only the network can: clients use it in their errors, and to resolve links.
 */
function withOrigin(made: Response, { url, type, redirected }: Response): Response {
  const clone = made.clone.bind(made);
  const from = { url, type, redirected } as Response;
  return Object.defineProperties(made, {
    url: { value: url },
    type: { value: type },
    redirected: { value: redirected },
    clone: { value: () => withOrigin(clone(), from) },
  });
}
