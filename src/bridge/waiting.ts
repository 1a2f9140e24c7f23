import { tell } from './answer-requests.ts';
import type { PageMessage } from './protocol.ts';
import { chatIdIn, chatIdOf } from '../healing/address.ts';
import { remember } from '../lib/bounded-map.ts';
import { isSame, takesAnswer, type Answered } from '../approvals/requests.ts';
import type { AnsweredBy, Question } from '../normalizer/progress/progress-types.ts';

/** Before the title. */
const SIGN = '⏳ ';
/** Calls and replies remembered; no page has as many that wait. */
const MAX_CALLS = 100;
const MAX_REPLIES = 200;
/** Milliseconds in which the page of a new chat learns which one it is. */
const NEW_CHAT = 1500;

/** A call that waits. */
interface WaitingCall {
  readonly answeredBy: AnsweredBy;
  readonly question: Question | null;
  /** Its chat, if that is stored. */
  readonly chat: string | null;
  /** Whoever has answered it, and is told what became of that. */
  readonly heard: ((answered: Answered) => void)[];
}

/**
 * Knows which agents wait. Lets them be noticed from another tab: by the title of the page, and by
 * the icon of the extension. And from another chat.
 * @param signal ends it
 * @param onElsewhere called with the chat that has to be opened before the question can be
 * answered, when that has changed; null: none
 */
export function createWaiting(
  view: Window,
  signal: AbortSignal,
  onElsewhere: (chat: string | null) => void,
) {
  const { document } = view;
  /** By reply and call. */
  const calls = new Map<string, WaitingCall>();
  let told = false;
  /** The question that a person wanted to see last. */
  let looked: Question | null = null;
  /** The chats of replies. */
  const chats = new Map<number, string | null>();
  const tellElsewhere = createElsewhere(waitsIn, onElsewhere);

  /**
   * @returns the chat that has to be opened for the latest question; null if it is on the screen,
   * or none has to be
   */
  function waitsIn(): string | null {
    const last = [...calls.values()].at(-1);
    return last?.answeredBy === 'chat' && last.chat !== chatIdOf(document.URL) ? last.chat : null;
  }

  /** @param asks a call has just begun to wait */
  function update(asks = false): void {
    const waits = calls.size > 0;
    markTitle(document, waits && document.hidden);
    if (asks || waits !== told) tell({ type: 'waiting', waits });
    told = waits;
    tellElsewhere();
  }

  /** @param answered what became of answers on their way */
  function forget(isGone: (call: string) => boolean, answered: Answered = 'late'): void {
    if (calls.size === 0) return;
    for (const [call, { heard }] of calls) {
      if (!isGone(call)) continue;
      calls.delete(call);
      for (const hear of heard) hear(answered);
    }
    update();
  }

  function keep(name: string, question: Question | null, chat: string | null): void {
    const before = calls.get(name);
    const isKnown = question && before?.question && isSame(before.question, question);
    const heard = isKnown && !question.problem ? before.heard : [];
    calls.set(name, { answeredBy: question?.answeredBy ?? 'elsewhere', question, chat, heard });
    if (!before || before.heard === heard) return;
    for (const hear of before.heard) hear((isKnown && question.problem) || 'changed');
  }

  /** Those that this person can answer, in the order in which they were asked. */
  function questions(): readonly Question[] {
    return [...calls.values()].flatMap(({ question }) =>
      question?.answeredBy === 'you' ? [question] : [],
    );
  }

  function isNext(question: Question): boolean {
    return looked !== null && isSame(question, looked) && takesAnswer(question);
  }

  view.addEventListener('visibilitychange', () => told && update(), { signal });
  view.addEventListener('pagehide', () => forget(() => true), { signal });
  signal.addEventListener('abort', () => forget(() => true), { once: true });

  return {
    add(message: PageMessage): void {
      if (message.type === 'reply-start')
        remember(chats, message.reply, chatIdIn(message.message?.chatId), MAX_REPLIES);
      if (message.type === 'reply-end')
        return forget((call) => call.startsWith(`${message.reply} `));
      if (message.type !== 'progress') return;
      const { call, status, question } = message.progress;
      const name = `${message.reply} ${call}`;
      // A question for somebody else is nothing that this person could do.
      if (status !== 'waiting' || question?.answeredBy === 'admin')
        return forget((known) => known === name, 'taken');
      const asks = !calls.has(name);
      if (asks && calls.size === MAX_CALLS) return;
      keep(name, question ?? null, chats.get(message.reply) ?? null);
      update(asks);
    },
    /** The site is off: nothing is known to wait. */
    clear: (): void => forget(() => true),
    /** @returns who can answer the latest question; null if no agent waits for this person */
    waitsFor: (): AnsweredBy | null => [...calls.values()].at(-1)?.answeredBy ?? null,
    waitsIn,
    /** A person wants to see this question before others. */
    look: (question: Question): void => void (looked = question),
    /**
     * @returns the question that this person should answer next, and how many more there are; null
     * for none
     */
    next(): { readonly question: Question; readonly others: number } | null {
      const all = questions();
      const question = all.find(isNext) ?? all.find(takesAnswer) ?? all[0];
      return question ? { question, others: all.length - 1 } : null;
    },
    /**
     * @param question as a person has read it; a problem with an earlier answer is no part of it
     * @returns resolves to what becomes of an answer to it; null if it does not wait, in these
     * words
     */
    outcomeOf(question: Question): Promise<Answered> | null {
      const known = [...calls.values()].find(
        (call) =>
          call.answeredBy === 'you' && call.question !== null && isSame(call.question, question),
      );
      return known ? new Promise((done) => known.heard.push(done)) : null;
    },
  };
}

/** Shows in the title whether an agent waits. */
function markTitle(document: Document, waits: boolean): void {
  const { title } = document;
  const isMarked = title.startsWith(SIGN);
  if (waits && !isMarked) document.title = SIGN + title;
  if (!waits && isMarked) document.title = title.slice(SIGN.length);
}

/**
 * @param waitsIn returns the chat that has to be opened before a question can be answered; null:
 * none
 * @param onChange called when that has changed
 * @returns looks again; what is over is over at once
 */
function createElsewhere(
  waitsIn: () => string | null,
  onChange: (chat: string | null) => void,
): () => void {
  let told: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function show(): void {
    const chat = waitsIn();
    if (chat === told) return;
    told = chat;
    onChange(chat);
  }

  return () => {
    clearTimeout(timer);
    if (waitsIn() === null) show();
    else timer = setTimeout(show, NEW_CHAT);
  };
}
