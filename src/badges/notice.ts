/**
 * One line at the top of the page: that the extension is on and what to do next, which disappears
 * by itself, or that a reload is needed, which stays.
 */
import { formats } from '../languages/formats.ts';
import { language, message } from '../languages/messages.ts';
import type { Greeting } from '../sites/requests.ts';
import { createMark } from './look/marks.ts';
import { createShadowHost, make, makeText } from './look/shadow.ts';
import { isDark } from './look/colours.ts';
import { readSurroundings } from './look/paint.ts';
import { createButton } from './press.ts';
import { badgeTexts } from './texts.ts';

export type PageNotice = ReturnType<typeof createNotice>;

/** Milliseconds in which one line can be read without haste. */
const STAYS = 5000;
/** The same for a line with something to do. */
const OFFER_STAYS = 60_000;
/** The same once somebody works in the page. */
const USED = 1000;
/** Screen readers need the region in the page before its text changes. */
const SAYS_AFTER = 150;

/** Touches the page only when first used. @param press what the buttons do */
export function createNotice(document: Document, press: { reload(): void; showCompanion(): void }) {
  let host: HTMLElement | null = null;
  let timers: ReturnType<typeof setTimeout>[] = [];
  let asked = false;
  /** Ended with the line that is shown. */
  let shown = new AbortController();
  /** It says that an agent waits. */
  let asksOpen = false;

  /** @param due something does not work before it is done */
  function show(text: string, more: readonly HTMLElement[], due = false): void {
    remove();
    const made = createShadowHost(document);
    const notice = make(document, 'div', 'notice');
    notice.lang = language();
    const words = makeText(document, 'span', 'words');
    words.role = 'status';
    notice.append(make(document, 'span', 'dot'), words, ...more);
    notice.classList.toggle('offers', more.length > 0);
    notice.classList.toggle('due', due);
    made.root.append(notice);
    // Beside the body, not in it: frameworks own the body, and a transformed body would carry the
    // line along.
    document.documentElement.append(made.host);
    host = made.host;
    notice.classList.toggle(
      'dark',
      isDark(readSurroundings(document.body ?? document.documentElement, words).background),
    );
    after(SAYS_AFTER, () => {
      words.textContent = text;
      notice.classList.add('shown');
    });
  }

  function after(milliseconds: number, work: () => void): void {
    timers.push(setTimeout(work, milliseconds));
  }

  function remove(): void {
    for (const timer of timers) clearTimeout(timer);
    timers = [];
    shown.abort();
    host?.remove();
    host = null;
    asksOpen = false;
  }

  /** Shows a line with one thing to do, and a button that dismisses it. */
  function offer(text: string, name: string, work: () => void, due = false): void {
    const dismiss = createButton(document, 'dismiss', remove);
    dismiss.ariaLabel = badgeTexts.dismiss;
    dismiss.title = badgeTexts.dismiss;
    dismiss.append(createMark(document, 'cross', ''));
    show(text, [createButton(document, 'next', work, name), dismiss], due);
  }

  /** Removes it once somebody works in the page: they have seen it, and it may be in the way. */
  function leaveWhenUsed(): void {
    shown = new AbortController();
    const options = { capture: true, passive: true, signal: shown.signal };
    for (const type of ['pointerdown', 'keydown', 'wheel'])
      document.addEventListener(type, (event) => event.isTrusted && leaveSoon(), options);
  }

  function leaveSoon(): void {
    shown.abort();
    after(USED, remove);
  }

  /** Removes it, unless somebody is about to press a button of it. */
  function leave(): void {
    if (host?.matches(':hover, :focus-within')) after(STAYS, leave);
    else remove();
  }

  return {
    /**
     * Says for a while that it is on, and what to do next.
     * @param greeting null: what to do next was said before
     */
    greet(greeting: Greeting | null): void {
      if (greeting === null || greeting === 'on') {
        show(formats.sentences(badgeTexts.isOn, greeting && badgeTexts.askAgent), []);
        after(greeting ? 2 * STAYS : STAYS, remove);
        leaveWhenUsed();
        return;
      }
      const isAdmin = greeting === 'install';
      const name = message(isAdmin ? 'popup_companion_titles_install' : 'popup_companion_forAdmin');
      const next = message(isAdmin ? 'popup_openWebUi_addsBadges' : 'popup_openWebUi_askAdmin');
      offer(formats.sentences(message('popup_on'), next), name, () => {
        remove();
        press.showCompanion();
      });
      after(OFFER_STAYS, leave);
    },
    /** Offers a reload until that is dismissed; once per page load. */
    askReload(): void {
      if (asked) return;
      asked = true;
      offer(badgeTexts.reloadDue, badgeTexts.reload, press.reload, true);
    },
    /** Says that an agent waits in another chat. @param open opens that */
    askOpen(open: () => void): void {
      offer(message('popup_waitsInChat'), message('popup_openChat'), () => {
        remove();
        open();
      });
      asksOpen = true;
    },
    /** No agent waits in another chat any more. */
    noQuestion(): void {
      if (asksOpen) remove();
    },
    /** Removes what is shown. */
    remove,
  };
}
