import { awaitBadges } from './badge-script.ts';
import type { PageBadges, PageBadgesOptions } from './page-badges.ts';
import type { PageMessage } from './protocol.ts';
import type { PageNotice } from '../badges/notice.ts';
import type { Settings } from '../settings/settings.ts';

/** The badges and the notice of a page. What happens before their script is there takes effect when it is. */
export interface LateBadges {
  readonly badges: PageBadges;
  readonly notice: PageNotice;
}

/** Messages kept until the badges are there. A page can delay them for as long as it likes. */
const MAX_WAITING = 1000;

/** @param world where the script with the badges will be: see `badge-script.ts` */
export function createLateBadges(view: Window, world: object, options: PageBadgesOptions): LateBadges {
  const { signal } = options;
  let there: LateBadges | null = null;
  let choices: readonly [settings: Settings, enabled: boolean] | null = null;
  let messages: PageMessage[] = [];
  let shown: keyof PageNotice = 'remove';

  awaitBadges(
    world,
    ({ createPageBadges, createNotice }) => {
      if (signal.aborted) return;
      const badges = createPageBadges(view, options);
      const notice = createNotice(view.document, () => view.location.reload());
      there = { badges, notice };
      if (choices) badges.set(...choices);
      for (const message of messages) badges.show(message);
      messages = [];
      tryNotice();
    },
    signal,
  );

  function tryNotice(): void {
    try {
      there?.notice[shown]();
    } catch {
      // A page can prevent elements of ours: see `createPageBadges`.
    }
  }

  function say(what: keyof PageNotice): void {
    shown = what;
    tryNotice();
  }

  return {
    badges: {
      set(settings, enabled) {
        choices = [settings, enabled];
        there?.badges.set(settings, enabled);
      },
      show(message) {
        if (there) there.badges.show(message);
        else if (messages.length < MAX_WAITING) messages.push(message);
      },
      end: () => there?.badges.end(),
    },
    notice: { tellOn: () => say('tellOn'), askReload: () => say('askReload'), remove: () => say('remove') },
  };
}
