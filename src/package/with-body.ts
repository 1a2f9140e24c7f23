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
  const { status, statusText, url } = response;
  const changed = new Response(bodyStream(response.body, normalizer), {
    status,
    statusText,
    headers,
  });
  // Only the network can set it; some clients use it in their errors.
  Object.defineProperty(changed, 'url', { value: url });
  return changed;
}
