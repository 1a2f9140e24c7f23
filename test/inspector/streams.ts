import type { InspectedFrame, InspectedStream } from '../../src/inspector/inspected.ts';
import { record, type RecordedStream } from '../../src/inspector/recording.ts';

export function frame(before: string, after = before, why: readonly string[] = []): InspectedFrame {
  return { before, after, why, from: 0, cut: 0 };
}

export function news(some: Partial<InspectedStream> = {}): InspectedStream {
  return {
    stream: 1,
    way: 'response',
    address: '/v1/chat',
    type: 'text/event-stream',
    server: '',
    frames: [],
    dropped: 0,
    stopped: false,
    over: false,
    ...some,
  };
}

/** A stream that was reported at once. */
export function recorded(some: Partial<InspectedStream>): RecordedStream {
  const [stream] = record([], [news(some)], 0);
  if (!stream) throw new Error('Nothing was recorded.');
  return stream;
}
