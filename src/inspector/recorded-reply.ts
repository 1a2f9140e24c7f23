import type { RecordedStream } from './recording.ts';
import { readReplyText } from '../doctor/reply-text.ts';

/** Returns whether a stream may contain a reply; of a finished one, whether it does. */
export function mayHoldReply(stream: RecordedStream): boolean {
  return isBody(stream) && (!stream.over || replyOf(stream) !== '');
}

/**
 * @returns the text of the reply as the server sent it, as far as it was recorded; '' if the stream
 * contains none
 */
export function replyOf(stream: RecordedStream): string {
  if (!isBody(stream)) return '';
  const { way, type, frames } = stream;
  const body = new TextEncoder().encode(frames.map(({ before }) => before).join(''));
  return readReplyText(body, way === 'events' ? 'text/event-stream' : type || null) ?? '';
}

function isBody({ way }: RecordedStream): boolean {
  return way === 'response' || way === 'events';
}
