import { concat, copy } from '../lib/bytes.ts';
import type { BodyNormalizer } from '../normalizer/bodies/body-normalizer.ts';
import { isOpen, isRefused } from '../normalizer/progress/status.ts';
import type {
  Note,
  Progress,
  ProgressStatus,
  Question,
} from '../normalizer/progress/progress-types.ts';
import type { ReplyEvent } from '../normalizer/reply/reply-event.ts';
import { settleByRecord, type RecordPlace } from './recorded.ts';
import type { ProgressForm } from './settings.ts';
import { createStatusLines } from './status-lines.ts';

const ENCODER = new TextEncoder();

/** Progress on its way to the client. */
interface ProgressLines {
  hear(progress: Progress): void;
  /** @returns whole frames that are to follow now; '' for none */
  take(isOver: boolean): string;
  /** Returns whether something has to wait for its time. */
  waits(): boolean;
}

/**
 * Adds the progress of tools to the stream of a normalizer, in the form that the client asked for.
 * Progress is written at the beginning of a frame, before the frame that it arrived with: a client
 * may stop reading at `[DONE]`.
 * @param since when the reply was asked for, in milliseconds since 1970
 */
export function createProgressOut(form: Exclude<ProgressForm, 'drop'>, since = Date.now()) {
  const status = form === 'open-webui' ? createStatusLines(since) : null;
  const lines: ProgressLines = status ?? atOnce(form === 'comments' ? toComment : toEvent);
  /** The last bytes of the output, which tell whether a frame begins next. */
  let tail = '\n\n';

  function follow(bytes: Uint8Array): void {
    tail = (tail + String.fromCharCode(...bytes.subarray(-4))).slice(-4);
  }

  /** Returns whether a frame begins next. */
  function isBetween(): boolean {
    return /(?:\n\n|\r\r|\r\n\r\n)$/.test(tail);
  }

  /** @returns the pending progress if a frame begins next */
  function take(isOver = false): readonly Uint8Array[] {
    const frames = isBetween() ? lines.take(isOver) : '';
    return frames === '' ? [] : [ENCODER.encode(frames)];
  }

  /** @returns the last frame; empty if there is none */
  function summary(): Uint8Array {
    return ENCODER.encode(status && isBetween() ? status.summary() : '');
  }

  /** @param normalizer of server-sent events; what it reports is passed to `onEvent` */
  function around(normalizer: BodyNormalizer): BodyNormalizer {
    function push(chunk: Uint8Array): readonly Uint8Array[] {
      return framesIn(chunk).flatMap((frame) => {
        const parts = normalizer.push(frame);
        const before = take();
        parts.forEach(follow);
        return [...before, ...parts, ...take()];
      });
    }

    return {
      push,
      end(how) {
        const rest = normalizer.end(how);
        const before = take(true);
        follow(rest);
        // Of a reply that the server breaks off, nobody waits for the record.
        const last = how === 'cut' ? summary() : new Uint8Array();
        return concat([...before, rest, ...take(true), last]);
      },
      idle() {
        const bytes = normalizer.waits() ? normalizer.idle() : new Uint8Array();
        follow(bytes);
        return concat([bytes, ...take()]);
      },
      waits: () => normalizer.waits() || lines.waits(),
    };
  }

  return {
    /** Takes what the normalizer reports. */
    onEvent(event: ReplyEvent): void {
      if (event.type === 'progress') {
        // Such an event says that the server ran a tool.
        if (form === 'comments' || event.progress.provenance === 'server')
          lines.hear(event.progress);
      } else if (event.type === 'note' && status) hearNote(status, event.note);
      else if (event.type === 'end') status?.end(event);
    },
    around,
    /**
     * Once the whole reply is written.
     * @returns the last frame; empty if there is none, and on any failure
     */
    async last(place: RecordPlace): Promise<Uint8Array> {
      if (status) await settleByRecord(status, place).catch(() => {});
      return summary();
    },
  };
}

function hearNote(lines: ReturnType<typeof createStatusLines>, { kind, text }: Note): void {
  if (kind === 'tokens') lines.used(Number(text));
  else if (kind === 'status') lines.says(text);
  else if (kind === 'failed') lines.fails();
}

/** Writes each piece of progress as it comes. */
function atOnce(write: (progress: Progress) => string): ProgressLines {
  let pending = '';
  return {
    hear: (progress) => void (pending += write(progress)),
    take() {
      const frames = pending;
      pending = '';
      return frames;
    },
    waits: () => false,
  };
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** @returns the bytes split behind each blank line, each piece in a buffer of its own */
function framesIn(chunk: Uint8Array): Uint8Array[] {
  const frames: Uint8Array[] = [];
  let from = 0;
  for (let i = 1; i < chunk.length; i++) {
    const before = chunk[i - 1] === CARRIAGE_RETURN ? chunk[i - 2] : chunk[i - 1];
    if (chunk[i] !== LINE_FEED || before !== LINE_FEED) continue;
    frames.push(copy(chunk, from, i + 1));
    from = i + 1;
  }
  if (from < chunk.length) frames.push(from === 0 ? chunk : copy(chunk, from));
  return frames;
}

/** Hermes knows `running` and `completed`; the latter only means that the call has ended. */
function hermesStatus(status: ProgressStatus): string {
  if (isOpen(status)) return 'running';
  return status === 'failed' || isRefused(status) ? 'failed' : 'completed';
}

/** A question as Hermes 0.22 asks it, as far as it is known here. */
function askedAgain({ runId, requestId, command, reason, choices }: Question): object {
  return {
    event: 'approval.request',
    run_id: runId,
    request_id: requestId,
    command,
    description: reason,
    allow_session: choices.includes('session'),
    allow_permanent: choices.includes('always'),
    choices,
  };
}

/** As Hermes reports it. */
function toEvent({ call, tool, emoji, label, callId, status, question }: Progress): string {
  // Streams of runs and sessions ask themselves: there it passes.
  if (question?.answeredBy === 'you')
    return `event: approval.request\ndata: ${JSON.stringify(askedAgain(question))}\n\n`;
  const data = {
    tool,
    emoji,
    label,
    toolCallId: callId ?? `call-${call}`,
    status: hermesStatus(status),
  };
  return `event: hermes.tool.progress\ndata: ${JSON.stringify(data)}\n\n`;
}

/**
 * Only clients that look for comments see them:
 * https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
function toComment(progress: Progress): string {
  return `: tool-progress ${JSON.stringify(progress)}\n\n`;
}
