import { browser } from 'wxt/browser';
import type { ReplyTrace } from './reply-trace.ts';
import type { HookReport, HookAnswer } from './hook-report.ts';
import { isObject } from '../normalizer/json/json-edit.ts';
import type { AnsweredBy } from '../normalizer/progress/progress-types.ts';
import type { FrameChange, GreetingRequest, WaitingReport } from '../sites/requests.ts';

/** Sent by the popup to all page bridges of a tab: each one in a frame sends a `FrameReport`. */
export interface TellFramesRequest {
  readonly type: 'tell-frames';
}

/** Sent to the popup by a page bridge in a frame; the sender says which site it is. */
export interface FrameReport {
  readonly type: 'frame';
}

/**
 * Answers what the popup asks a page. A frame whose site was off when it was loaded counts as absent.
 * @param options.framed this document is a frame
 * @param options.isOn whether its site is on
 */
export function answerRequests(
  view: Window,
  options: {
    readonly framed: boolean;
    readonly isOn: () => boolean;
    readonly hook: HookReport;
    /** @returns who can answer the question of an agent; null if none waits */
    readonly waitsFor: () => AnsweredBy | null;
    /** @returns what became of the latest reply; null if there was none */
    readonly trace: () => ReplyTrace | null;
  },
): void {
  const { framed, isOn, hook, waitsFor, trace } = options;

  browser.runtime.onMessage.addListener(
    (message: unknown, _sender, respond: (answer: HookAnswer | string) => void) => {
      const isThere = framed && !hook.hasLeft();
      if (isThere && isOfType(message, 'tell-frames')) tell({ type: 'frame' });
      if (isThere && isOn() && isOfType(message, 'framed-site')) {
        respond(view.location.origin);
        return true;
      }
      if (!isOfType(message, 'hook-state')) return undefined;
      respond({ ...hook.answer(), waitsFor: waitsFor(), trace: trace() });
      return true;
    },
  );
}

/** Sends a message that nobody has to receive. */
export function tell(message: FrameChange | FrameReport | GreetingRequest | WaitingReport): void {
  try {
    browser.runtime.sendMessage(message).catch(() => {}); // nobody listens
  } catch {
    // Orphaned, so the call itself throws. The next message of the page detects it.
  }
}

function isOfType(message: unknown, type: string): boolean {
  return isObject(message) && message.type === type;
}
