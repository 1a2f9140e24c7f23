/** What the popup says. */
import { formats, localeOf } from '../../languages/formats.ts';
import { lazy } from '../../lib/lazy.ts';
import { counted, language, message, words } from '../../languages/messages.ts';

export const popupTexts = words({
  documentTitle: 'popup_documentTitle',
  product: 'page_product',
  off: 'popup_off',
  switchName: (host: string) => message('popup_switchName', host),
  framed: 'popup_framed',
  framedElsewhere: 'popup_framedElsewhere',
  offers: 'popup_offers',
  setUp: (host: string) => message('popup_setUp', host),
  turnOn: 'popup_turnOn',
  asksFirst: 'popup_asksFirst',
  asksNothing: 'popup_asksNothing',
  how: 'popup_how',
  denied: 'popup_denied',
  revoked: 'popup_revoked',
  stopped: (replies: number) => counted('popup_stopped', replies),
  active: 'popup_active',
  activePartly: 'popup_activePartly',
  paused: (time: string) => message('popup_paused', time),
  resumes: 'popup_resumes',
  pause: 'popup_pause',
  inspect: 'popup_inspect',
  controls: { badges: 'popup_openWebUi_badges', cleaning: 'settings_cleaningTitle' },
  locked: 'page_locked',
  cleansReplies: 'popup_cleansReplies',
  cleansHistory: 'popup_cleansHistory',
  cleansNothing: 'popup_cleansNothing',
  loading: 'popup_loading',
  reload: 'popup_reload',
  needsReload: 'popup_needsReload',
  silent: 'popup_silent',
  today: 'popup_today',
  markers: (n: number) => counted('popup_markers', n),
  tools: (n: number) => counted('popup_tools', n),
  imitated: (n: number) => counted('popup_imitated', n),
  imitatedHint: 'popup_imitatedHint',
  nothingYet: 'popup_nothingYet',
  lastDays: 'popup_lastDays',
  ever: 'popup_ever',
  repairs: (n: number, shown: string) => counted('popup_repairs', n, shown),
  unsupportedTitle: 'popup_unsupportedTitle',
  unsupported: 'popup_unsupported',
  unreadableTitle: 'popup_unreadableTitle',
  unreadable: 'popup_unreadable',
  tryAgain: 'popup_tryAgain',
  notSaved: 'popup_notSaved',
  settings: 'page_sections_settings',
  statistics: 'page_sections_statistics',
  openWebUi: {
    addsBoth: 'popup_openWebUi_addsBoth',
    addsBadges: 'popup_openWebUi_addsBadges',
    addsHistory: 'popup_openWebUi_addsHistory',
    addsElsewhere: 'popup_openWebUi_addsElsewhere',
    addsHistoryOnly: 'popup_openWebUi_addsHistoryOnly',
    installed: 'popup_openWebUi_installed',
    installedVersion: (version: string) => message('popup_openWebUi_installedVersion', version),
    newer: 'popup_openWebUi_newer',
    switchedOff: 'popup_openWebUi_switchedOff',
    switchedOn: 'popup_openWebUi_switchedOn',
    foreign: 'popup_openWebUi_foreign',
    companionUnknown: 'popup_openWebUi_companionUnknown',
  },
  stored: {
    title: 'popup_stored_title',
    titleAll: 'popup_stored_titleAll',
    reading: 'popup_stored_reading',
    clean: 'popup_stored_clean',
    found: (found: string) => message('popup_stored_found', found),
    heal: 'popup_stored_heal',
    lookThrough: 'popup_stored_lookThrough',
    privateTab: 'popup_stored_privateTab',
  },
  companion: {
    back: 'popup_companion_back',
    cancel: 'popup_companion_cancel',
    source: 'popup_companion_source',
    whole: (version: string) => message('popup_companion_whole', version),
    keepOpen: 'popup_companion_keepOpen',
    statement: [
      'popup_companion_statement_0',
      'popup_companion_statement_1',
      'popup_companion_statement_2',
      'popup_companion_statement_3',
      'popup_companion_statement_4',
    ],
    titles: {
      install: 'popup_companion_titles_install',
      update: 'popup_companion_titles_update',
      'switch-on': 'popup_companion_titles_switch_on',
      remove: 'popup_companion_titles_remove',
    },
    confirm: {
      install: (host: string) => message('popup_companion_confirm_install', host),
      update: (host: string) => message('popup_companion_confirm_update', host),
      'switch-on': (host: string) => message('popup_companion_confirm_switch_on', host),
      remove: (host: string) => message('popup_companion_confirm_remove', host),
    },
    installed: 'popup_companion_done_install',
    removed: 'popup_companion_done_remove',
    failed: 'popup_companion_failed',
    removal: ['popup_companion_removal_0', 'popup_companion_removal_1'],
    forAdmin: 'popup_companion_forAdmin',
    copyMessage: 'popup_companion_copyMessage',
    messageCopied: 'popup_companion_messageCopied',
    wish: {
      install: (host: string) => message('popup_companion_wish_install', host),
      update: (host: string) => message('popup_companion_wish_update', host),
      'switch-on': (host: string) => message('popup_companion_wish_switch_on', host),
    },
    asking: 'popup_companion_asking',
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
    notCopied: 'popup_companion_notCopied',
    download: 'popup_companion_download',
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
