import type { ReportOptions } from '../reply/reply.ts';
import type { MarkerReport } from './marker-report.ts';

/** Whether a reply is in progress, and whether it was received from its beginning. */
export interface ReplyLife {
  /** Begins the reply with whatever event comes first: a server notifies every tab, and never marks the first event. */
  begin(): void;
  /** The beginning of the reply has arrived, without text. */
  open(): void;
  /** Returns whether the next texts may contain what came before we listened. */
  joins(): boolean;
  /** Texts have arrived. */
  hasRead(): void;
  isLive(): boolean;
  /** Events may have been missed: it counts as ended, and continues with its next event. */
  miss(): void;
  end(): void;
}

/** @param options.wasAsked returns whether the reply was asked for while we listened; without it, it was */
export function createReplyLife(
  options: Required<ReportOptions> & { wasAsked?(): boolean },
  report: Pick<MarkerReport, 'miss'>,
): ReplyLife {
  let live = false;
  let opened = false;
  let missed = false;
  let joining = false;

  function stop(): void {
    if (live) options.report({ type: 'end' });
    live = false;
  }

  return {
    begin() {
      if (live) return;
      live = true;
      joining = missed || !(opened || (options.wasAsked?.() ?? true));
      opened = missed = false;
      if (joining) report.miss();
      options.report({ type: 'start', joined: joining });
    },
    open() {
      opened = true;
    },
    joins: () => joining,
    hasRead() {
      joining = false;
    },
    isLive: () => live,
    miss() {
      missed = true;
      opened = false;
      stop();
    },
    end() {
      missed = false;
      stop();
    },
  };
}
