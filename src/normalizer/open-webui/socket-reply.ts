import type { Marker } from '../text/marker-grammar.ts';
import { OUTCOMES, type Note } from '../progress/progress-types.ts';
import type { ProgressFact } from '../progress/progress.ts';
import type { ReportOptions } from '../reply/reply.ts';
import { createMarkerReport, type MarkerArrival } from './marker-report.ts';
import type { ReplyTexts } from './reply-texts.ts';
import { createShownTexts, type ViewOptions } from './shown-texts.ts';

export interface SocketReplyOptions extends ViewOptions, Pick<ReportOptions, 'knowsTool'> {
  /** Returns whether it was asked for while we listened. */
  wasAsked?(): boolean;
}

/** The state of one reply of a chat. */
export type SocketReply = ReturnType<typeof createSocketReply>;

/** Notes that may come after the end of the reply, and continue nothing. */
const LATE: readonly Note['kind'][] = ['no-tool', 'broken', 'lines'];

/** What became of a call may be known after the end of the reply, and continues nothing. */
function isToldLate({ phase, receipt }: ProgressFact): boolean {
  return phase === 'unknown' ? receipt !== undefined : OUTCOMES.some((known) => known === phase);
}

export function createSocketReply(options: SocketReplyOptions) {
  const report = createMarkerReport(options.report, options.knowsTool);
  const shown = createShownTexts(options, report, () => joins);
  /** It has begun and not ended. */
  let live = false;
  /** Its beginning has arrived, without text. */
  let opened = false;
  /** Events may have been missed before the next one. */
  let missed = false;
  /** The next texts may contain older text than we have heard. */
  let joins = false;
  /** It was not received from its beginning. */
  let joined = false;

  /**
   * Begins the reply with its first event, of any type: a server notifies every tab, and marks no
   * event as the first.
   */
  function begin(): void {
    if (live) return;
    live = true;
    joins = missed || !(opened || (options.wasAsked?.() ?? true));
    opened = missed = false;
    joined = joins;
    if (joins) report.miss();
    options.report({ type: 'start', joined: joins });
  }

  function end(): void {
    if (live) options.report({ type: 'end' });
    live = false;
  }

  return {
    /** @returns the replacement of each text, in order */
    clean(texts: ReplyTexts): readonly string[] {
      if (texts.ranTools) report.unclear();
      const keys = shown.place(texts);
      const isOurs = texts.texts.some(({ part }, i) => part === null || keys[i] !== null);
      if (isOurs) begin();
      const cleaned = shown.clean(texts, keys);
      if (texts.texts.length > 0) joins = false;
      return cleaned;
    },
    /** The beginning of the reply has arrived, without text. */
    open(): void {
      opened = true;
    },
    fact(fact: ProgressFact): void {
      if (!isToldLate(fact)) begin();
      report.fact(fact);
    },
    /**
     * What it was about so far is repeated, by a server that saw this page come, or lose its
     * connection.
     */
    replay(facts: readonly ProgressFact[]): void {
      // A record is read when the reply is over.
      const isOver = !live && facts.every(({ recorded }) => recorded);
      begin();
      const again = !report.isEmpty();
      // Nobody knows when they began.
      for (const fact of facts) report.fact({ ...fact, untimed: true, again });
      if (isOver) end();
    },
    note(note: Note): void {
      const isOver = LATE.includes(note.kind) && !live;
      begin();
      options.report({ type: 'note', note });
      if (isOver) end();
    },
    /** The server says what it has used. */
    used(tokens: Note): void {
      if (live) options.report({ type: 'note', note: tokens });
    },
    /** The companion filter removed a marker on the server. */
    relayed(marker: Marker, arrival: MarkerArrival): void {
      begin();
      report.relayed(marker, arrival);
    },
    /** Returns whether it has begun and not ended. */
    isLive: (): boolean => live,
    /** Text is held that only another event can release. */
    holds: (): boolean => live && shown.all().some((part) => part.holds()),
    /**
     * Events of it may have been missed, or its connection is lost: it counts as ended, and
     * continues with its next event.
     */
    miss(): void {
      for (const part of shown.all()) part.miss();
      // A page answers a dialog over the connection over which it came.
      if (report.asks()) options.report({ type: 'note', note: { kind: 'withdrawn', text: '' } });
      report.miss();
      missed = true;
      opened = false;
      end();
    },
    /**
     * The reply has ended: its texts are dropped, but not the record of its reports.
     * @param how `done`: by itself; else somebody stopped it, or it failed
     */
    end(how?: 'done'): void {
      if (live) options.report({ type: 'text', text: shown.said() });
      shown.drop();
      report.end();
      // The companion passes on what tools only Hermes reports, and that writes a text behind its
      // tools.
      if (how === 'done' && live && !joined && report.isLast())
        options.report({ type: 'note', note: { kind: 'stopped', text: '' } });
      missed = false;
      end();
    },
  };
}
