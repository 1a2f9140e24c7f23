/** What the popup says. */
import { formats, localeOf } from '../../languages/formats.ts';
import { lazy } from '../../lib/lazy.ts';
import { counted, language, message, words } from '../../languages/messages.ts';

export const popupTexts = words('popup', {
  product: 'page_product',
  switchName: (host: string) => message('popup_switchName', host),
  setUp: (host: string) => message('popup_setUp', host),
  stopped: (replies: number) => counted('popup_stopped', replies),
  paused: (time: string) => message('popup_paused', time),
  controls: { badges: 'popup_openWebUi_badges', cleaning: 'settings_cleaningTitle' },
  locked: 'page_locked',
  markers: (n: number) => counted('popup_markers', n),
  tools: (n: number) => counted('popup_tools', n),
  imitated: (n: number) => counted('popup_imitated', n),
  repairs: (n: number, shown: string) => counted('popup_repairs', n, shown),
  settings: 'page_sections_settings',
  statistics: 'page_sections_statistics',
  openWebUi: {
    installedVersion: (version: string) => message('popup_openWebUi_installedVersion', version),
  },
  stored: {
    found: (found: string) => message('popup_stored_found', found),
  },
  companion: {
    whole: (version: string) => message('popup_companion_whole', version),
    statement: [
      'popup_companion_statement_0',
      'popup_companion_statement_1',
      'popup_companion_statement_2',
      'popup_companion_statement_3',
      'popup_companion_statement_4',
    ],
    titles: {
      'switch-on': 'popup_companion_titles_switch_on',
    },
    confirm: {
      install: (host: string) => message('popup_companion_confirm_install', host),
      update: (host: string) => message('popup_companion_confirm_update', host),
      'switch-on': (host: string) => message('popup_companion_confirm_switch_on', host),
      remove: (host: string) => message('popup_companion_confirm_remove', host),
    },
    installed: 'popup_companion_done_install',
    removed: 'popup_companion_done_remove',
    removal: ['popup_companion_removal_0', 'popup_companion_removal_1'],
    wish: {
      install: (host: string) => message('popup_companion_wish_install', host),
      update: (host: string) => message('popup_companion_wish_update', host),
      'switch-on': (host: string) => message('popup_companion_wish_switch_on', host),
    },
    steps: {
      install: (name: string, id: string) => [
        message('popup_companion_steps_install_0'),
        message('popup_companion_steps_install_1', name, id),
        message('popup_companion_steps_install_2'),
        message('popup_companion_steps_install_3'),
      ],
      update: (name: string) => [
        message('popup_companion_steps_update_0', name),
        message('popup_companion_steps_update_1'),
        message('popup_companion_steps_update_2'),
      ],
      'switch-on': (name: string) => [
        message('popup_companion_steps_switch_on_0', name),
        message('popup_companion_steps_install_3'),
      ],
    },
  },
});
export const { openWebUi: openWebUiTexts, stored: storedTexts, companion: companionTexts } = popupTexts;

/** @returns the sentence after a step of the companion */
export function doneText(step: 'install' | 'update' | 'switch-on' | 'remove'): string {
  return step === 'remove' ? companionTexts.removed : companionTexts.installed;
}

/** Four digits fit on a narrow phone; beyond that "123.5K", the exact figure is in the title. */
export function figure(count: number): string {
  return count < 10_000 ? formats.figure(count) : formats.short(count);
}

/** "14:05". @param when milliseconds since 1970 */
export function timeText(when: number): string {
  return times().format(when);
}

const times = lazy(() => new Intl.DateTimeFormat(localeOf(language()), { timeStyle: 'short' }));

/** @param history, badges whether they lack the companion */
export function companionAdds(history: boolean, badges: boolean): string {
  if (history && badges) return openWebUiTexts.addsBoth;
  if (history) return openWebUiTexts.addsHistory;
  return badges ? openWebUiTexts.addsBadges : openWebUiTexts.addsElsewhere;
}

/** @param version null if the installed one does not say */
export function companionKnown(version: string | null): string {
  return version === null ? openWebUiTexts.installed : openWebUiTexts.installedVersion(version);
}
