/** Finds the element of a reply whose message id is unknown. Used by the badges only. */
import type { ChatUi } from './chat-ui.ts';
import { chooseReply } from './choose-reply.ts';
import { generic } from './generic.ts';
import { openWebUi } from './open-webui.ts';
import { follows } from './page-order.ts';
import { sillyTavern } from './silly-tavern.ts';
import { createTextFinder } from './text-finder.ts';
import type { TextPlace } from './text-place.ts';

/** Specific UIs first, conventions last. */
const CHAT_UIS: readonly ChatUi[] = [openWebUi, sillyTavern, generic];

export interface ReplyAnchors {
  /** A reply starts, or continues after its end: from now on it may take an element. */
  begin(reply: number): void;
  /** @returns the element of a reply, reserved for it from then on; null while the page has none for it */
  find(reply: number): Element | null;
  /** Sets how the text of a reply begins; longer each time. */
  expect(reply: number, beginning: string): void;
  /** Sets how the question begins that a reply answers: it predicts where the reply will be until that has text. */
  expectBelow(reply: number, question: string): void;
  /** The page has changed. */
  observe(records: readonly MutationRecord[]): void;
  /** @returns where the text of a reply is now, in a page of an unknown chat UI; null if nowhere */
  findText(reply: number): TextPlace | null;
  /** @returns milliseconds until the text should be searched for again; null for not by itself */
  textDue(reply: number): number | null;
  /** Releases the element, for instance because the page removed it. */
  release(reply: number): void;
  /** The reply has ended: another reply may use its element too, but it may still search for one itself. */
  end(reply: number): void;
  /** Drops everything about a reply. */
  forget(reply: number): void;
}

interface Seeker {
  element: Element | null;
  over: boolean;
}

/**
 * @param document the page's document
 * @param options.isOurs whether a node is one of ours
 * @param options.now clock in milliseconds
 * @param options.signal releases all elements when aborted
 */
export function createReplyAnchors(
  document: Document,
  options: { readonly isOurs: (node: Node) => boolean; readonly now: () => number; readonly signal: AbortSignal },
): ReplyAnchors {
  const { signal } = options;
  const texts = createTextFinder(document, options);
  /** In the order in which the replies began. */
  const seekers = new Map<number, Seeker>();
  signal.addEventListener('abort', () => seekers.clear(), { once: true });

  function find(reply: number): Element | null {
    const seeker = seekers.get(reply);
    if (!seeker || seeker.element) return seeker?.element ?? null;
    const ui = uiOf(document);
    if (!ui) return null;
    const others = [...seekers.values()].filter((other) => other !== seeker && !other.over);
    const taken = new Set(others.map((other) => other.element));
    seeker.element = chooseReply<Element>({
      replies: ui.replyElements(document),
      lastUser: ui.userElements(document).at(-1) ?? null,
      follows,
      claimed: (element) => taken.has(element),
      waitingAfter: waitingAfter(seeker),
    });
    return seeker.element;
  }

  function waitingAfter(seeker: Seeker): number {
    const all = [...seekers.values()];
    const later = all.slice(all.indexOf(seeker) + 1);
    return later.filter((other) => !other.over && !other.element).length;
  }

  return {
    begin(reply) {
      if (signal.aborted) return;
      texts.begin(reply);
      const known = seekers.get(reply);
      if (known) known.over = false;
      else seekers.set(reply, { element: null, over: false });
    },
    find,
    expect: texts.expect,
    expectBelow: texts.expectBelow,
    observe: texts.observe,
    findText: (reply) => (uiOf(document) === generic ? texts.find(reply) : null),
    textDue: texts.due,
    release(reply) {
      const seeker = seekers.get(reply);
      if (seeker) seeker.element = null;
    },
    end(reply) {
      const seeker = seekers.get(reply);
      if (seeker) seeker.over = true;
      texts.end(reply);
    },
    forget(reply) {
      seekers.delete(reply);
      texts.forget(reply);
    },
  };
}

function uiOf(document: Document): ChatUi | null {
  return CHAT_UIS.find((candidate) => candidate.recognise(document)) ?? null;
}
