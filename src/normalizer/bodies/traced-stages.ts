// Traces the stages of a stream for the inspector. No stage knows about it but the queue, whose frames leave long after
// they arrived.

import { NO_BYTES } from '../../lib/bytes.ts';
import type { FrameSink } from '../framing/frame-sink.ts';
import type { FrameTrace } from '../reply/frame-trace.ts';
import type { Departure } from './departure.ts';

/** Notes each frame that arrives, read or unread. */
export function traceSink(sink: FrameSink, trace: FrameTrace): FrameSink {
  return {
    ...sink,
    skip(bytes) {
      trace.skip(bytes);
      sink.skip(bytes);
    },
    frame(bytes, text) {
      trace.enter(bytes);
      sink.frame(bytes, text);
    },
    passesBlanks: () => !trace.isOn() && (sink.passesBlanks?.() ?? false),
    pass(bytes) {
      sink.pass(bytes);
      trace.skip(bytes);
    },
  };
}

/**
 * Notes why frames change, and what is emitted for them.
 * @param make makes the stage, given what takes its bytes
 * @param holds does the last frame that was emitted wait for the next one?
 */
export function traceDeparture(
  make: (emit: (bytes: Uint8Array) => void) => Departure,
  emit: (bytes: Uint8Array) => void,
  holds: () => boolean,
  trace: FrameTrace,
): Departure {
  const { leave, flush } = make((bytes) => {
    trace.out(bytes, holds());
    emit(bytes);
  });
  return {
    leave(bytes, read, verdict) {
      if (verdict.kind !== 'keep') trace.cleaned();
      leave(bytes, read, verdict);
      // If nothing of it was emitted, it waits, unless it was removed.
      if (verdict.kind !== 'remove') trace.out(NO_BYTES, holds());
    },
    flush() {
      trace.leavingLate();
      flush();
    },
  };
}
