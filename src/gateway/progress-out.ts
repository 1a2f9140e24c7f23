import { concat, copy } from '../lib/bytes.ts';
import type { BodyNormalizer } from '../normalizer/bodies/body-normalizer.ts';
import { isOpen, isRefused } from '../normalizer/progress/status.ts';
import type { Progress, ProgressStatus, Question } from '../normalizer/progress/progress-types.ts';
import type { ProgressForm } from './settings.ts';

const ENCODER = new TextEncoder();

/**
 * Adds the progress of tools to the stream of a normalizer, in the form that the client asked for.
 * Progress is written at the beginning of a frame, before the frame that it arrived with: a client may stop reading at
 * `[DONE]`.
 */
export function createProgressOut(form: Exclude<ProgressForm, 'drop'>) {
  let pending: string[] = [];
  /** The last bytes of the output, which tell whether a frame begins next. */
  let tail = '\n\n';

  function follow(bytes: Uint8Array): void {
    tail = (tail + String.fromCharCode(...bytes.subarray(-4))).slice(-4);
  }

  /** @returns the pending progress if a frame begins next */
  function take(): readonly Uint8Array[] {
    if (pending.length === 0 || !/(?:\n\n|\r\r|\r\n\r\n)$/.test(tail)) return [];
    const bytes = ENCODER.encode(pending.join(''));
    pending = [];
    return [bytes];
  }

  /** @param normalizer of server-sent events; its progress is passed to `onProgress` */
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
        const before = take();
        follow(rest);
        return concat([...before, rest, ...take()]);
      },
      idle() {
        const bytes = normalizer.idle();
        follow(bytes);
        return bytes;
      },
      waits: normalizer.waits,
    };
  }

  return {
    onProgress(progress: Progress): void {
      // Such an event says that the server ran a tool.
      if (form === 'comments' || progress.provenance === 'server')
        pending.push(WRITERS[form](progress));
    },
    around,
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

const WRITERS: Readonly<Record<Exclude<ProgressForm, 'drop'>, (progress: Progress) => string>> = {
  hermes({ call, tool, emoji, label, callId, status, question }) {
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
  },
  // Only clients that look for comments see them: https://html.spec.whatwg.org/multipage/server-sent-events.html
  comments: (progress) => `: tool-progress ${JSON.stringify(progress)}\n\n`,
};
