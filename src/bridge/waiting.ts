import { tell } from './answer-requests.ts';
import type { PageMessage } from './protocol.ts';
import type { AnsweredBy } from '../normalizer/progress/progress-types.ts';

/** Before the title. */
const SIGN = '⏳ ';
/** Calls remembered; no page has as many that wait. */
const MAX_CALLS = 100;

/**
 * Lets an agent that waits be noticed from another tab: by the title of the page, and by the icon of the extension.
 * @param signal ends it
 */
export function createWaiting(view: Window, signal: AbortSignal) {
  const { document } = view;
  /** Each call that waits, and who can answer. */
  const calls = new Map<string, AnsweredBy>();
  let told = false;

  /** @param asks a call has just begun to wait */
  function update(asks = false): void {
    const waits = calls.size > 0;
    const { title } = document;
    if (waits && document.hidden && !title.startsWith(SIGN)) document.title = SIGN + title;
    if (!(waits && document.hidden) && title.startsWith(SIGN))
      document.title = title.slice(SIGN.length);
    if (asks || waits !== told) tell({ type: 'waiting', waits });
    told = waits;
  }

  function forget(isGone: (call: string) => boolean): void {
    if (calls.size === 0) return;
    for (const call of calls.keys()) if (isGone(call)) calls.delete(call);
    update();
  }

  view.addEventListener('visibilitychange', () => told && update(), { signal });
  view.addEventListener('pagehide', () => forget(() => true), { signal });
  signal.addEventListener('abort', () => forget(() => true), { once: true });

  return {
    add(message: PageMessage): void {
      if (message.type === 'reply-end')
        return forget((call) => call.startsWith(`${message.reply} `));
      if (message.type !== 'progress') return;
      const { call, status, question } = message.progress;
      const name = `${message.reply} ${call}`;
      // A question for somebody else is nothing that this person could do.
      if (status !== 'waiting' || question?.answeredBy === 'admin')
        return forget((known) => known === name);
      const asks = !calls.has(name);
      if (asks && calls.size === MAX_CALLS) return;
      calls.set(name, question?.answeredBy ?? 'elsewhere');
      update(asks);
    },
    /** The site is off: nothing is known to wait. */
    clear: (): void => forget(() => true),
    /** @returns who can answer the latest question; null if no agent waits for this person */
    waitsFor: (): AnsweredBy | null => [...calls.values()].at(-1) ?? null,
  };
}
