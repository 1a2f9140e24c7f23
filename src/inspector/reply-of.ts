import type { RecordedStream } from './recording.ts';
import { readReplyText } from '../normalizer/reply-text.ts';

/** @returns the text of the reply as the server sent it, as far as it was recorded; '' where a stream holds none, or is none */
export function replyOf({ way, type, frames }: RecordedStream): string {
  if (way !== 'response' && way !== 'events') return '';
  const body = new TextEncoder().encode(frames.map(({ before }) => before).join(''));
  return readReplyText(body, way === 'events' ? 'text/event-stream' : type || null);
}
