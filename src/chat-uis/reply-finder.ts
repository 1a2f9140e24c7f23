/**
 * Finds the replies of a page whose message ids are unknown: by their elements if it marks these,
 * or by their first words.
 */
import type { ChatUi } from './chat-ui.ts';
import { conventions } from './conventions.ts';
import { openWebUi } from './open-webui.ts';
import { sillyTavern } from './silly-tavern.ts';
import { createTextFinder } from './text-finder.ts';
import { follows } from './text-search.ts';

/** Specific UIs first, conventions last. */
const CHAT_UIS: readonly ChatUi[] = [openWebUi, sillyTavern, conventions];

export type ReplyFinder = ReturnType<typeof createReplyFinder>;

interface Seeker {
  element: Element | null;
  over: boolean;
  /** No search before this time. */
  nextSearch: number;
  /** It was asked for before that time. */
  due: boolean;
}

/** Limits searching to one part in so many of the time. */
const SHARE = 10;

/**
 * @param document the page's document
 * @param options.isOurs whether a node is one of ours
 * @param options.now clock in milliseconds
 */
export function createReplyFinder(
  document: Document,
  options: { readonly isOurs: (node: Node) => boolean; readonly now: () => number },
) {
  const { now } = options;
  const texts = createTextFinder(document, options);
  /** In the order in which the replies began. */
  const seekers = new Map<number, Seeker>();

  function element(seeker: Seeker): Element | null {
    const started = now();
    seeker.due = !seeker.element && started < seeker.nextSearch;
    if (seeker.element || seeker.due) return seeker.element;
    seeker.element = search(seeker);
    seeker.nextSearch = started + SHARE * (now() - started);
    return seeker.element;
  }

  function search(seeker: Seeker): Element | null {
    const ui = uiOf(document);
    if (!ui) return null;
    const replies = ui.replyElements(document);
    if (replies.length === 0) return null;
    const all = [...seekers.values()];
    const others = all.filter((other) => other !== seeker && !other.over);
    return chooseReply<Element>({
      replies,
      lastUser: ui.userElements(document).at(-1) ?? null,
      follows,
      claimed: (element) => others.some((other) => other.element === element),
      waitingAfter: all
        .slice(all.indexOf(seeker) + 1)
        .filter(({ over, element }) => !over && !element).length,
    });
  }

  return {
    ...texts,
    begin(reply: number): void {
      texts.begin(reply);
      const known = seekers.get(reply);
      if (known) known.over = false;
      else seekers.set(reply, { element: null, over: false, nextSearch: 0, due: false });
    },
    /**
     * @returns the element of a reply, reserved for it from then on; null while the page marks none
     * for it
     */
    element(reply: number): Element | null {
      const seeker = seekers.get(reply);
      return seeker ? element(seeker) : null;
    },
    look(): number | null {
      const dates = [...seekers.values()]
        .filter(({ due }) => due)
        .map(({ nextSearch }) => nextSearch - now());
      const text = texts.look();
      if (text !== null) dates.push(text);
      return dates.length > 0 ? Math.max(0, Math.min(...dates)) : null;
    },
    /** @returns the element reserved for a reply, without searching */
    known: (reply: number): Element | null => seekers.get(reply)?.element ?? null,
    place: (reply: number): ReturnType<typeof texts.place> =>
      uiOf(document) === conventions ? texts.place(reply) : null,
    /** @returns the element in which the page shows the text of a reply again; null for none */
    again(reply: number): Element | null {
      const seeker = seekers.get(reply);
      const text = texts.place(reply)?.first;
      if (!seeker || !text?.isConnected) return null;
      const all = uiOf(document)?.replyElements(document) ?? [];
      seeker.element = all.find((element) => element.contains(text)) ?? null;
      return seeker.element;
    },
    /** Releases the element, for instance because the page removed it. */
    release(reply: number): void {
      const seeker = seekers.get(reply);
      if (seeker) seeker.element = null;
    },
    end(reply: number): void {
      const seeker = seekers.get(reply);
      if (seeker) seeker.over = true;
      texts.end(reply);
    },
    forget(reply: number): void {
      seekers.delete(reply);
      texts.forget(reply);
    },
  };
}

function uiOf(document: Document): ChatUi | null {
  return CHAT_UIS.find((candidate) => candidate.recognise(document)) ?? null;
}

/** The part of a page that decides which of its reply elements belongs to an incoming reply. */
export interface Choice<T> {
  /** Reply elements in document order. */
  readonly replies: readonly T[];
  /** The person's last message, if the page marks it. */
  readonly lastUser: T | null;
  readonly follows: (later: T, earlier: T) => boolean;
  /** Whether another live reply has taken the element. */
  readonly claimed: (element: T) => boolean;
  /** Live replies that began after this one and have no element yet. */
  readonly waitingAfter: number;
}

/**
 * @returns the element; null if the page has not created it yet: a reply above the person's last
 * message answers an earlier one. Of several waiting replies, the first gets the upper element.
 */
export function chooseReply<T>({
  replies,
  lastUser,
  follows,
  claimed,
  waitingAfter,
}: Choice<T>): T | null {
  const free = replies.filter((element) => !claimed(element));
  if (lastUser === null) return free.at(-1) ?? null;
  const answers = free.filter((element) => follows(element, lastUser));
  return answers.at(-1 - waitingAfter) ?? answers[0] ?? null;
}
