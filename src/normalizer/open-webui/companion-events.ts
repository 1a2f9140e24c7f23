import { remember } from '../../lib/bounded-map.ts';
import { arrayOf } from '../dialects/fields.ts';
import { hermesProgress } from '../dialects/hermes-progress.ts';
import { isObject } from '../json/json-edit.ts';
import type { ProgressFact } from '../progress/progress.ts';
import { isChannel, isId, messageOf, type ChatEvent, type ChatMessage } from './chat-event.ts';
import type { MarkerArrival } from './marker-report.ts';
import type { SocketReply } from './socket-reply.ts';
import type { ChatEvidence } from './whole-texts.ts';

/**
 * Longest text of a tool that is accepted and kept while the tool runs, in UTF-16 units; a badge
 * shows far less.
 */
const MAX_TOOL_TEXT = 10_000;

const ARRIVALS: readonly unknown[] = [
  'whole',
  'delta',
  'split',
  'line',
] satisfies readonly MarkerArrival[];

/**
 * Returns whether a status is a line of the companion or a gateway, which the page shows: it says
 * what badges would, to all pages of the person who asked in one without the extension.
 */
export function isStatusLine(data: unknown): boolean {
  return isObject(data) && data.action === 'stream_fixer';
}

/** Reads the events of the companion filter. The page ignores their types, so they stay. */
export function createCompanionEvents(
  replies: { readonly of: (message: ChatMessage) => SocketReply },
  evidence: ChatEvidence,
) {
  const dialogs = createDialogs();

  /**
   * Reads a marker that it removed, or the progress of a tool. Only what the server wrote says that
   * it is Hermes.
   */
  function read(data: Record<string, unknown>, event: ChatEvent): void {
    const { marker: arrival, emoji, label } = data;
    const message = messageOf(event);
    // A model asked in a channel is not one of this person's chats.
    if (arrival === undefined || arrival === 'whole')
      evidence.prove(message, isChannel(message) ? 'text' : 'server');
    if (isArrival(arrival)) {
      if (typeof emoji !== 'string' || typeof label !== 'string' || isHuge(emoji, label)) return;
      return replies.of(message).relayed({ emoji, label }, arrival);
    }
    const note = readHermes(event.type, data)?.note;
    if (note && !isHuge(note.text)) replies.of(message).note(note);
    if (event.type !== 'hermes.status')
      for (const fact of factsIn(data)) replies.of(message).fact(fact);
  }

  return {
    /** It tells of a marker, a tool, or what the agent does. */
    progress(event: ChatEvent): void {
      if (isObject(event.data)) read(dialogs.asKnown(event.data, event), event);
    },
    /** It repeats what a reply was about so far. */
    replay(event: ChatEvent): void {
      if (!isObject(event.data)) return;
      const message = messageOf(event);
      evidence.prove(message, 'server');
      const events = arrayOf(event.data.events).filter(isObject);
      replies.of(message).replay(events.flatMap((data) => factsIn(dialogs.asKnown(data, event))));
    },
    /** The page opens a dialog; a name says that the companion asks in it. */
    dialog(event: ChatEvent): void {
      const told = isObject(event.data) ? dialogs.open(event.data.dialog) : null;
      if (told) read(told.data, told.event);
    },
    /** The connection is lost, and with it the dialogs. */
    lose: dialogs.lose,
  };
}

function isArrival(value: unknown): value is MarkerArrival {
  return ARRIVALS.includes(value);
}

function readHermes(event: string, json: Record<string, unknown>) {
  return hermesProgress.read({ event, json }, { dialects: new Set(), hermes: true });
}

function factsIn(data: Record<string, unknown>): readonly ProgressFact[] {
  const facts = readHermes('hermes.tool.progress', data)?.progress ?? [];
  return facts.filter((fact) => !isHuge(fact.tool, fact.emoji, fact.label, fact.callId));
}

/** Dialogs remembered; a page shows one. */
const MAX_DIALOGS = 20;

/**
 * The dialogs in which the companion asks, by the names that it gives them. It tells all pages of a
 * person which one is on a screen, and only one page has it.
 */
function createDialogs() {
  const opened = new Map<string, true>();
  /** What was told of a dialog before it came. */
  const early = new Map<string, { data: Record<string, unknown>; event: ChatEvent }>();

  return {
    /** @returns the question that the dialog asks, if that was told before; else null */
    open(name: unknown) {
      if (!isId(name)) return null;
      remember(opened, name, true, MAX_DIALOGS);
      const told = early.get(name) ?? null;
      early.delete(name);
      return told;
    },
    /**
     * @returns the companion's event of a question, with the place where this page can answer it
     */
    asKnown(data: Record<string, unknown>, event: ChatEvent): Record<string, unknown> {
      const { answered_by: by, dialog } = data;
      // Earlier companions name no dialog.
      if (by !== 'dialog' || typeof dialog !== 'string' || opened.has(dialog)) return data;
      if (isId(dialog)) remember(early, dialog, { data, event }, MAX_DIALOGS);
      return { ...data, answered_by: 'chat' };
    },
    /** The connection is lost, and with it the dialogs. */
    lose(): void {
      opened.clear();
      early.clear();
    },
  };
}

function isHuge(...texts: readonly (string | null)[]): boolean {
  return texts.some((text) => text !== null && text.length > MAX_TOOL_TEXT);
}
