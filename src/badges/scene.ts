/**
 * What is in the page: watches it, places, draws and removes all badges, at most once per frame.
 */
import type { ReplyFinder } from '../chat-uis/reply-finder.ts';
import { shadowTreesIn } from '../chat-uis/shadow-trees.ts';
import type { Corner } from './corner.ts';
import type { KeptNotes } from './kept-notes.ts';
import { isShadowHost } from './look/shadow.ts';
import type { Replies, Reply } from './reply/replies.ts';

/** What the settings say about badges. */
export interface BadgeChoices {
  /** Whether faked calls are warned about. */
  readonly imitation: boolean;
  /**
   * If false, nothing of ours is in the page; reports on replies are kept, for when badges are
   * switched on again.
   */
  readonly shown: boolean;
}

export interface SceneOptions {
  /** Read whenever they matter, as `choose` changes them. */
  readonly choices: BadgeChoices;
  readonly finder: ReplyFinder;
  readonly corner: Corner;
  readonly replies: Replies;
  readonly notes: KeptNotes;
  /** Clock in milliseconds. */
  readonly now: () => number;
  /** Asked before each drawing: see `BadgeOptions`. */
  readonly works: () => boolean;
  /** When aborted, nothing is drawn any more. */
  readonly signal: AbortSignal;
}

/** Milliseconds in which the text of a reply that the page has asked for is awaited. */
const AWAITED = 120_000;
/** Milliseconds after which a page's own colour transition is over. */
const AFTER_TRANSITION = 350;

export function createScene(view: Window, options: SceneOptions) {
  const { choices, finder, corner, replies, notes, now, works, signal } = options;
  let frame: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let coloursDue = false;
  let awaitedUntil = 0;
  /** Null while the page is not watched. */
  let watching: ReturnType<typeof watchPage> | null = null;

  function request(): void {
    if (!choices.shown || signal.aborted) return;
    frame ??= view.requestAnimationFrame(draw);
  }

  function repaint(): void {
    coloursDue = true;
    request();
  }

  function changed(records: readonly MutationRecord[], trees: readonly ShadowRoot[]): void {
    finder.observe(records, trees);
    request();
  }

  function watch(): void {
    if (choices.shown) watching ??= watchPage(view, { changed, repaint });
  }

  function stop(): void {
    watching?.stop();
    watching = null;
    clearTimeout(timer);
  }

  function draw(): void {
    frame = null;
    if (!works() || !choices.shown || signal.aborted) return;
    const at = now();
    const dates = [finder.look()];
    if (watching) corner.keep();
    // First, because what is known of a message may change the badges of its reply.
    if (choices.imitation) notes.draw(at, coloursDue);
    else notes.remove();
    for (const reply of replies.all()) {
      if (isOutdated(reply)) replies.remove(reply);
      else dates.push(...reply.badge.draw(at, coloursDue));
    }
    coloursDue = false;
    clearTimeout(timer);
    const due = dates.filter((date) => date !== null);
    if (due.length > 0) timer = setTimeout(request, Math.max(0, Math.min(...due)));
    if (replies.isEmpty() && notes.isEmpty() && at > awaitedUntil) stop();
  }

  function watchForText(): void {
    awaitedUntil = now() + AWAITED;
    if (watching) watching.findTrees();
    else watch();
  }

  /** Removes everything from the page. */
  function hide(): void {
    stop();
    for (const { badge } of replies.all()) badge.remove();
    notes.remove();
    corner.remove();
  }

  /** Shows again what was hidden, where it can still be found. */
  function show(): void {
    for (const reply of replies.all()) {
      // Any element found now would belong to another reply.
      const isLost = finder.known(reply.number)?.isConnected !== true;
      if (reply.message === null && reply.endedAt !== null && isLost) replies.remove(reply);
    }
    if (!replies.isEmpty() || !notes.isEmpty()) watch();
  }

  return {
    /** Requests everything to be drawn as it is, with the next frame. */
    request,
    /** There is something to show: the page has to be watched. */
    watch,
    /**
     * There may soon be a text of which the place has to be known: it has to be watched for a
     * while.
     */
    watchForText,
    /** @param asked see `ReplyFinder.expectText` */
    expect(asked: boolean): void {
      finder.expectText(asked);
      watchForText();
    },
    hide,
    /**
     * Changes what the settings say, also for badges already shown; omitted ones keep their values.
     */
    choose(change: Partial<BadgeChoices>): void {
      const before = { ...choices };
      Object.assign(choices, withoutUndefined(change));
      if (before.shown && !choices.shown) hide();
      if (!before.shown && choices.shown) show();
      for (const { badge } of replies.all()) badge.refresh();
      notes.each((badge) => badge.refresh());
      request();
    },
  };
}

function withoutUndefined<T extends object>(values: Partial<T>): Partial<T> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
}

/**
 * Watches what moves or repaints badges, in shadow trees too.
 * @param options.changed called when the page has changed its elements
 * @param options.repaint called when the page may have changed its colours or its direction
 */
function watchPage(
  view: Window,
  options: {
    readonly changed: (records: readonly MutationRecord[], trees: readonly ShadowRoot[]) => void;
    readonly repaint: () => void;
  },
) {
  const { changed, repaint } = options;
  const { document } = view;
  const life = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function themeChanged(): void {
    repaint();
    clearTimeout(timer);
    timer = setTimeout(repaint, AFTER_TRANSITION);
  }

  const page = new MutationObserver((records) => {
    const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
    changed(records, added.flatMap(observeTreesIn));
  });

  function observe(tree: Node): void {
    // If ids or texts change without a new element, another message has taken its place.
    const all = { childList: true, characterData: true, subtree: true };
    page.observe(tree, { ...all, attributes: true, attributeFilter: ['id'] });
  }

  function observeTreesIn(node: Node): ShadowRoot[] {
    const trees = shadowTreesIn(node, isShadowHost);
    trees.forEach(observe);
    return trees;
  }

  /**
   * An element gets its shadow tree without a sign in the page, and often long after it was added.
   */
  function findTrees(): void {
    observeTreesIn(document);
  }

  observe(document);
  findTrees();
  const theme = new MutationObserver(themeChanged);
  for (const element of [document.documentElement, document.body]) {
    if (element) theme.observe(element, { attributes: true });
  }
  view
    .matchMedia('(prefers-color-scheme: dark)')
    .addEventListener('change', themeChanged, { signal: life.signal });

  return {
    findTrees,
    stop(): void {
      life.abort();
      page.disconnect();
      theme.disconnect();
      clearTimeout(timer);
    },
  };
}

/**
 * Returns whether the badges of a reply have to leave: a later one has begun, and they are in the
 * corner, where nothing stays for good, or the page has removed their element: what reappears in
 * its place is another reply.
 */
export function isOutdated({ badge, endedAt, isFollowed }: Reply): boolean {
  if (endedAt === null || !isFollowed || badge.warns()) return false;
  return badge.isGone() || badge.place()?.corner === true;
}
