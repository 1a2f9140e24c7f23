import { browser } from 'wxt/browser';
import type { ReplyTrace } from './reply-trace.ts';
import type { HookReport, HookAnswer } from './hook-report.ts';
import { readQuestion } from './protocol.ts';
import type { Answered, AskedQuestion, LookRequest } from '../approvals/requests.ts';
import { isExtensionPage } from '../extension/messages.ts';
import { isObject } from '../normalizer/json/json-edit.ts';
import type { AnsweredBy, Given, Question } from '../normalizer/progress/progress-types.ts';
import type { FrameChange, GreetingRequest, WaitingReport } from '../sites/requests.ts';

/** Sent by the popup to all page bridges of a tab: each one in a frame sends a `FrameReport`. */
export interface TellFramesRequest {
  readonly type: 'tell-frames';
}

/** Sent to the popup by a page bridge in a frame; the sender says which site it is. */
export interface FrameReport {
  readonly type: 'frame';
}

/** The questions of agents that wait in a page; see `createWaiting`. */
interface Questions {
  /** @returns who can answer the latest question; null if no agent waits for this person */
  waitsFor(): AnsweredBy | null;
  /** @returns the chat that has to be opened for it; null: none, or it is on the screen */
  waitsIn(): string | null;
  next(): Pick<AskedQuestion, 'question' | 'others'> | null;
  outcomeOf(question: Question): Promise<Answered> | null;
}

/**
 * Answers what the popup asks a page. A frame whose site was off when it was loaded counts as
 * absent.
 * @param options.framed this document is a frame
 * @param options.isOn whether its site is on
 */
export function answerRequests(
  view: Window,
  options: {
    readonly framed: boolean;
    readonly isOn: () => boolean;
    readonly hook: HookReport;
    readonly waiting: Questions;
    /** @returns the trace of the latest reply; null if there was none */
    readonly trace: () => ReplyTrace | null;
    /** @returns whether the settings let "Always allow" be offered */
    readonly offersAlways: () => boolean;
    /** Passes an answer of the person on to the hook. */
    readonly answer: (question: Question, choice: Given) => void;
  },
): void {
  const { framed, isOn, hook, waiting, trace, offersAlways, answer } = options;

  function asked(): AskedQuestion | null {
    const next = waiting.next();
    return next && { ...next, site: view.location.origin, offersAlways: offersAlways() };
  }

  /** @returns null if the question that was read does not wait here */
  function take({ question: read, choice }: Record<string, unknown>): Promise<Answered> | null {
    const question = isObject(read) ? readQuestion(read) : null;
    // Words are checked by the hook, which knows what was asked.
    const wanted = question?.clarify
      ? (choice as Given)
      : question?.choices.find((known) => known === choice);
    if (!question || !wanted || (wanted === 'always' && !offersAlways())) return null;
    const outcome = waiting.outcomeOf(question);
    if (outcome) answer(question, wanted);
    return outcome;
  }

  browser.runtime.onMessage.addListener(
    (message: unknown, sender, respond: (answer: HookAnswer | AskedQuestion | string) => void) => {
      const isThere = framed && !hook.hasLeft();
      if (isThere && isOfType(message, 'tell-frames')) tell({ type: 'frame' });
      if (isThere && isOn() && isOfType(message, 'framed-site')) {
        respond(view.location.origin);
        return true;
      }
      if (isOn() && isExtensionPage(sender)) {
        // What has no such question stays silent: another page of the tab may have it.
        const next = isOfType(message, 'question') ? asked() : null;
        if (next) respond(next);
        const outcome = isOfType(message, 'answer-question') ? take(message) : null;
        void outcome?.then(respond);
        if (next || outcome) return true;
      }
      const chat = isOfType(message, 'open-chat') ? waiting.waitsIn() : null;
      if (chat !== null) openChat(view, chat);
      if (!isOfType(message, 'hook-state')) return undefined;
      const [waitsFor, waitsIn] = [waiting.waitsFor(), waiting.waitsIn()];
      respond({ ...hook.answer(), waitsFor, waitsIn, trace: trace() });
      return true;
    },
  );
}

/**
 * Opens a stored chat of Open WebUI. Its page follows a link without being loaded again, and what
 * it has open stays.
 * @param chat its id: see `chatIdIn`
 */
export function openChat({ document }: Window, chat: string): void {
  const link = document.createElement('a');
  link.href = `/c/${chat}`;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}

/** Sends a message that nobody has to receive. */
export function tell(
  message: FrameChange | FrameReport | GreetingRequest | LookRequest | WaitingReport,
): void {
  try {
    browser.runtime.sendMessage(message).catch(() => {}); // nobody listens
  } catch {
    // Orphaned, so the call itself throws. The next message of the page detects it.
  }
}

function isOfType(message: unknown, type: string): message is Record<string, unknown> {
  return isObject(message) && message.type === type;
}
