import { isObject, parseJson, replaceStrings, type StringEdit } from './json-text.ts';
import { openWebuiMergeRequest } from './requests/open-webui-merge-request.ts';
import { openaiChatRequest } from './requests/openai-chat-request.ts';
import type { RequestShape } from './requests/request-shape.ts';
import { readEventPacket } from './socket-io.ts';

const SHAPES: readonly RequestShape[] = [openaiChatRequest, openWebuiMergeRequest];

/** A request body that carries history. */
export interface CleanedRequest {
  /** The cleaned body; the very same string when there was nothing to take out. */
  readonly body: string;
  readonly markers: number;
  /** It asks for a reply; else it only stores a chat. */
  readonly asksReply: boolean;
}

/**
 * Takes markers out of the assistant's messages in a request body.
 * @param body the body as text, of unknown content
 * @returns null for a body that is no request for a reply; it must be sent as it is
 */
export function cleanRequest(body: string): CleanedRequest | null {
  // Cheap test first: most bodies of a page are no chat requests.
  if (!body.includes('"messages"') && !body.includes('"responses"')) return null;
  const json = parseJson(body);
  if (!isObject(json)) return null;
  for (const shape of SHAPES) {
    const cleaned = shape.clean(json);
    if (!cleaned) continue;
    return { body: cleaned.edits.length === 0 ? body : replaceStrings(body, cleaned.edits), markers: cleaned.markers, asksReply: true };
  }
  return null;
}

/**
 * The same for a text frame that a page sends over a socket: plain JSON, or a socket.io event with requests among its
 * arguments.
 * @returns null for a frame that holds no request for a reply
 */
export function cleanFrame(frame: string): CleanedRequest | null {
  const packet = readEventPacket(frame, '"messages"');
  if (!packet) return frame[0] === '{' ? cleanRequest(frame) : null;
  const edits: StringEdit[] = [];
  let markers = 0;
  packet.args.forEach((arg, i) => {
    for (const shape of isObject(arg) ? SHAPES : []) {
      const cleaned = shape.clean(arg as Record<string, unknown>);
      markers += cleaned?.markers ?? 0;
      for (const { path, value } of cleaned?.edits ?? []) edits.push({ path: [i, ...path], value });
      if (cleaned) break;
    }
  });
  return { body: edits.length === 0 ? frame : packet.header + replaceStrings(packet.json, edits), markers, asksReply: true };
}
