import { tell } from './answer-requests.ts';
import { awaitBadges } from './badge-script.ts';
import type { PageBadges, PageBadgesOptions } from './page-badges.ts';
import type { PageMessage } from './protocol.ts';
import type { PageNotice } from '../badges/notice.ts';
import type { Settings } from '../settings/settings.ts';

/**
 * The badges and the notice of a page. Calls made before their script has loaded are applied once
 * it has.
 */
export interface DeferredBadges {
  readonly badges: PageBadges;
  readonly notice: PageNotice;
}

/**
 * Messages kept until the script has loaded, which a page can delay at will; and as many ends of
 * replies beyond that.
 */
const MAX_WAITING = 1000;

/** @param world where the script with the badges will be: see `badge-script.ts` */
export function createDeferredBadges(
  view: Window,
  world: object,
  options: PageBadgesOptions,
): DeferredBadges {
  const { signal } = options;
  let loaded: DeferredBadges | null = null;
  let choices: readonly [settings: Settings, enabled: boolean] | null = null;
  let messages: PageMessage[] = [];
  let shown = (notice: PageNotice): void => notice.remove();

  awaitBadges(
    world,
    ({ createPageBadges, createNotice }) => {
      const badges = createPageBadges(view, options);
      const notice = createNotice(view.document, {
        reload: () => view.location.reload(),
        showCompanion: () => tell({ type: 'show-companion' }),
      });
      loaded = { badges, notice };
      if (choices) badges.set(...choices);
      for (const message of messages) badges.show(message);
      messages = [];
      tryNotice();
    },
    signal,
  );

  function tryNotice(): void {
    try {
      if (loaded) shown(loaded.notice);
    } catch {
      // A page can prevent elements of ours: see `createPageBadges`.
    }
  }

  function say(what: typeof shown): void {
    shown = what;
    tryNotice();
  }

  return {
    badges: {
      set(settings, enabled) {
        choices = [settings, enabled];
        loaded?.badges.set(settings, enabled);
      },
      show(message) {
        if (loaded) loaded.badges.show(message);
        else if (messages.length < (endsReply(message) ? 2 : 1) * MAX_WAITING)
          messages.push(message);
      },
      end: () => loaded?.badges.end(),
      whereIs: (reply) => loaded?.badges.whereIs(reply) ?? 'unknown',
    },
    notice: {
      greet: (greeting) => say((notice) => notice.greet(greeting)),
      askReload: () => say((notice) => notice.askReload()),
      askOpen: (open) => say((notice) => notice.askOpen(open)),
      noQuestion: () => say((notice) => notice.noQuestion()),
      remove: () => say((notice) => notice.remove()),
    },
  };
}

/** Without it, a badge would run forever. */
function endsReply({ type }: PageMessage): boolean {
  return type === 'reply-end';
}
