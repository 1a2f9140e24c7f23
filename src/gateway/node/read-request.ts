import type { IncomingMessage } from 'node:http';
import type { Head } from '../head.ts';
import { cleanBody, MAX_BODY, mayBeChat, UNREAD, type SentRequest } from '../sent-request.ts';

export function headOf({
  method = '',
  url = '',
  rawHeaders,
  headers,
  httpVersion,
}: IncomingMessage): Head {
  return {
    method,
    target: url,
    headers: rawHeaders,
    mayBeNameless: httpVersion !== '1.1',
    header: (name) => headers[name]?.toString() ?? null,
  };
}

/**
 * Reads the body of a request and removes markers from its history. A body without any is forwarded
 * byte for byte.
 * @throws if the client leaves meanwhile
 */
export async function cleanSent(
  request: IncomingMessage,
  head: Head,
  isHermes: (body: string | null) => boolean,
): Promise<SentRequest> {
  const bytes = mayBeChat(head) ? await readWhole(request) : null;
  return bytes ? cleanBody(bytes, head, isHermes) : UNREAD;
}

/** @returns null for a body that is too long: it can be read from its beginning */
async function readWhole(request: IncomingMessage): Promise<Buffer<ArrayBuffer> | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    parts.push(part);
    length += part.length;
    if (length > MAX_BODY) break;
  }
  const bytes = Buffer.concat(parts);
  if (length <= MAX_BODY) return bytes;
  request.unshift(bytes);
  return null;
}
