/**
 * One line at the top of the page: that the extension is on, which disappears by itself, or that a reload is needed,
 * which stays.
 */
import { language } from '../languages/messages.ts';
import { createMark } from './look/marks.ts';
import { createShadowHost, make, makeText } from './look/shadow.ts';
import { isDark } from './look/colours.ts';
import { readSurroundings } from './look/paint.ts';
import { onPress } from './press.ts';
import { badgeTexts } from './texts.ts';

export type PageNotice = ReturnType<typeof createNotice>;

/** Milliseconds in which one line can be read without haste. */
const STAYS = 5000;
/** Screen readers need the region in the page before its text changes. */
const SAYS_AFTER = 150;

/**
 * Touches the page only when first used.
 * @param onReload called when the person pressed "Reload"
 */
export function createNotice(document: Document, onReload: () => void) {
  let host: HTMLElement | null = null;
  let timers: ReturnType<typeof setTimeout>[] = [];
  let asked = false;

  function show(text: string, more: readonly HTMLElement[]): void {
    remove();
    const made = createShadowHost(document);
    const notice = make(document, 'div', 'notice');
    const words = makeText(document, 'span', 'words');
    words.role = 'status';
    words.lang = language();
    notice.append(make(document, 'span', 'dot'), words, ...more);
    notice.classList.toggle('asks', more.length > 0);
    made.root.append(notice);
    // Beside the body, not in it: frameworks own the body, and a transformed body would carry the line along.
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
    host?.remove();
    host = null;
  }

  function button(className: string, press: () => void): HTMLButtonElement {
    const made = makeText(document, 'button', className);
    made.type = 'button';
    made.lang = language();
    onPress(made, press);
    return made;
  }

  return {
    /** Says for some seconds that it is on. */
    tellOn(): void {
      show(badgeTexts.isOn, []);
      after(STAYS, remove);
    },
    /** Offers a reload until that is dismissed; once per page load. */
    askReload(): void {
      if (asked) return;
      asked = true;
      const reload = button('reload', onReload);
      reload.textContent = badgeTexts.reload;
      const dismiss = button('dismiss', remove);
      dismiss.ariaLabel = badgeTexts.dismiss;
      dismiss.title = badgeTexts.dismiss;
      dismiss.append(createMark(document, 'cross', ''));
      show(badgeTexts.reloadDue, [reload, dismiss]);
    },
    /** Removes what is shown. */
    remove,
  };
}
