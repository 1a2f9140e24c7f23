/** What the popup says. */
import { formats, localeOf } from '../../languages/formats.ts';
import { lazy } from '../../lib/lazy.ts';
import { counted, language, message, words } from '../../languages/messages.ts';
import { noonOf } from '../../stats/calendar.ts';
import type { Day } from '../../stats/day.ts';

const { figure: exact, list } = formats;

export const popupTexts = words({
  documentTitle: 'popup_documentTitle',
  product: 'popup_product',
  off: 'popup_off',
  switchName: (host: string) => message('popup_switchName', host),
  framed: 'popup_framed',
  framedOpenWebUi: 'popup_framedOpenWebUi',
  framedElsewhere: 'popup_framedElsewhere',
  openInTab: 'popup_openInTab',
  offers: 'popup_offers',
  setUp: (host: string) => message('popup_setUp', host),
  turnOn: 'popup_turnOn',
  asksFirst: 'popup_asksFirst',
  asksNothing: 'popup_asksNothing',
  how: 'popup_how',
  denied: 'popup_denied',
  cannotAsk: 'popup_cannotAsk',
  revoked: 'popup_revoked',
  stopped: (replies: number) => counted('popup_stopped', replies),
  active: 'popup_active',
  activeStep: 'popup_activeStep',
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
  reloading: 'popup_reloading',
  reload: 'popup_reload',
  needsReload: 'popup_needsReload',
  late: 'popup_late',
  silent: 'popup_silent',
  today: 'popup_today',
  markers: (n: number) => counted('popup_markers', n),
  tools: (n: number) => counted('popup_tools', n),
  imitated: (n: number) => counted('popup_imitated', n),
  imitatedHint: 'popup_imitatedHint',
  nothingYet: 'popup_nothingYet',
  columns: { markers: 'popup_columns_markers', tools: 'popup_columns_tools', imitated: 'popup_columns_imitated' },
  lastDays: 'popup_lastDays',
  spark: (label: string, sum: number, days: number) => counted('popup_spark', days, label, exact(sum)),
  day: 'popup_day',
  thisDay: 'popup_thisDay',
  ever: 'popup_ever',
  repairs: (n: number, shown: string) => counted('popup_repairs', n, shown),
  otherServers: 'popup_otherServers',
  besides: (parts: readonly string[]) => message('popup_besides', list(parts)),
  besidesProgress: (n: number, shown: string) => counted('popup_besidesProgress', n, shown),
  besidesUnknown: (n: number, shown: string) => counted('popup_besidesUnknown', n, shown),
  unsupportedTitle: 'popup_unsupportedTitle',
  unsupported: 'popup_unsupported',
  unreadableTitle: 'popup_unreadableTitle',
  unreadable: 'popup_unreadable',
  tryAgain: 'popup_tryAgain',
  notSaved: 'popup_notSaved',
  more: 'popup_more',
  settings: 'popup_settings',
  settingsHint: 'popup_settingsHint',
  allSites: 'popup_allSites',
  report: 'popup_report',
  reportHint: 'popup_reportHint',
  version: (version: string) => message('popup_version', version),
  openWebUi: {
    modes: {
      server: 'popup_openWebUi_modes_server',
      polling: 'popup_openWebUi_modes_polling',
      direct: 'popup_openWebUi_modes_direct',
    },
    withCompanion: (version: string) => message('popup_openWebUi_withCompanion', version),
    replies: 'popup_openWebUi_replies',
    history: 'popup_openWebUi_history',
    badges: 'popup_openWebUi_badges',
    cleaned: 'popup_openWebUi_cleaned',
    cleanedOnServer: 'popup_openWebUi_cleanedOnServer',
    cleanedBeforeSent: 'popup_openWebUi_cleanedBeforeSent',
    afterReload: 'popup_openWebUi_afterReload',
    setOff: 'popup_openWebUi_setOff',
    shown: 'popup_openWebUi_shown',
    badgesTooOld: 'popup_openWebUi_badgesTooOld',
    badgesTooOldOrDirect: 'popup_openWebUi_badgesTooOldOrDirect',
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
    foundTrend: (found: string, trend: string) => message('popup_stored_foundTrend', found, trend),
    trend: { more: 'popup_stored_trend_more', fewer: 'popup_stored_trend_fewer', none: 'popup_stored_trend_none' },
    sinceCleaning: (day: string, imitated: number, calls: number) =>
      message(
        'popup_stored_sinceCleaning',
        day,
        counted('counts_imitatedSince', imitated),
        counted('counts_callsSince', calls),
      ),
    beforeCleaning: (imitated: number, calls: number) =>
      message('popup_stored_beforeCleaning', exact(imitated), exact(calls)),
    heal: 'popup_stored_heal',
    lookThrough: 'popup_stored_lookThrough',
    privateTab: 'popup_stored_privateTab',
    elsewhere: 'popup_stored_elsewhere',
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
    opens: {
      install: 'popup_companion_opens_install',
      update: 'popup_companion_opens_update',
      'switch-on': 'popup_companion_opens_switch_on',
      remove: 'popup_companion_opens_remove',
    },
    confirm: {
      install: (host: string) => message('popup_companion_confirm_install', host),
      update: (host: string) => message('popup_companion_confirm_update', host),
      'switch-on': (host: string) => message('popup_companion_confirm_switch_on', host),
      remove: (host: string) => message('popup_companion_confirm_remove', host),
    },
    running: {
      install: 'popup_companion_running_install',
      update: 'popup_companion_running_update',
      'switch-on': 'popup_companion_running_switch_on',
      remove: 'popup_companion_running_remove',
    },
    done: {
      install: 'popup_companion_done_install',
      update: 'popup_companion_done_update',
      'switch-on': 'popup_companion_done_switch_on',
      remove: 'popup_companion_done_remove',
    },
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
        message('popup_companion_steps_switch_on_1'),
      ],
    },
    notCopied: 'popup_companion_notCopied',
    download: 'popup_companion_download',
  },
});
export const { openWebUi: openWebUiTexts, stored: storedTexts, companion: companionTexts } = popupTexts;

/** Four digits fit on a narrow phone; beyond that "123.5K", the exact figure is in the title. */
export function figure(count: number): string {
  return count < 10_000 ? formats.figure(count) : formats.short(count);
}

/** "Sat 21 November"; the words for today on that day. @param day, today dates such as `2026-11-22` */
export function dayText(day: Day, today: Day): string {
  if (day === today) return popupTexts.thisDay;
  return namedDays().format(noonOf(day));
}

const namedDays = lazy(
  () => new Intl.DateTimeFormat(localeOf(language()), { weekday: 'short', day: 'numeric', month: 'short' }),
);

/** "14:05". @param when milliseconds since 1970 */
export function timeText(when: number): string {
  return times().format(when);
}

const times = lazy(() => new Intl.DateTimeFormat(localeOf(language()), { timeStyle: 'short' }));

/** What else was found. @returns null for nothing */
export function besides(events: number, unknown: number): string | null {
  const others = [
    ...(events > 0 ? [popupTexts.besidesProgress(events, figure(events))] : []),
    ...(unknown > 0 ? [popupTexts.besidesUnknown(unknown, figure(unknown))] : []),
  ];
  return others.length === 0 ? null : popupTexts.besides(others);
}

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
