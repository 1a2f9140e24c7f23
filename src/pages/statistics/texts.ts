import { formats } from '../../languages/formats.ts';
import { counted, message, words } from '../../languages/messages.ts';

const { figure } = formats;

/** Texts of the statistics in the full page, and of the bars in the popup. */
export const statisticsTexts = words({
  replies: 'statistics_replies',
  markers: 'statistics_markers',
  ran: 'statistics_ran',
  faked: 'statistics_faked',
  fakedShort: 'statistics_fakedShort',
  /** Labels of counts, by the name that each is stored with. */
  counted: {
    replies: 'statistics_replies',
    tools: 'statistics_callsRan',
    imitated: 'statistics_faked',
    markers: 'statistics_markers',
  },
  /** What each of them counts. */
  counts: {
    replies: 'statistics_repliesCount',
    tools: 'statistics_callsRanCount',
    imitated: 'statistics_fakedCount',
    markers: 'statistics_markersCount',
  },
  bytes: 'statistics_bytes',
  period: 'statistics_period',
  days: (days: number) => counted('statistics_days', days),
  loading: 'statistics_loading',
  failed: 'statistics_failed',
  tryAgain: 'statistics_tryAgain',
  emptyTitle: 'statistics_emptyTitle',
  empty: 'statistics_empty',
  emptyHere: 'statistics_emptyHere',
  emptyPeriod: 'statistics_emptyPeriod',
  longer: 'statistics_longer',
  sum: (days: string, replies: number, ran: number, faked: number, markers: number) =>
    message(
      'statistics_sum',
      days,
      counted('counts_replies', replies),
      counted('counts_callsRan', ran),
      counted('counts_fakedCalls', faked),
      counted('counts_markersRemoved', markers),
    ),
  removed: (size: string) => message('statistics_removed', size),
  healed: (chats: number) => counted('statistics_healed', chats),
  dayByDay: 'statistics_daily',
  byDay: (chart: string) => message('statistics_byDay', chart),
  cut: (bars: number) => counted('statistics_cut', bars),
  today: 'statistics_today',
  toolCalls: 'statistics_toolCalls',
  toolCallsAbout: 'statistics_toolCallsAbout',
  callsOfDay: (day: string, ran: number, faked: number, replies: number) =>
    replies + ran + faked === 0
      ? message('statistics_dayOfNone', day)
      : message(
          'statistics_callsOfDay',
          day,
          counted('counts_callsRan', ran),
          counted('counts_fakedCalls', faked),
          counted('counts_replies', replies),
        ),
  markersAbout: 'statistics_markersAbout',
  noMarkers: 'statistics_noMarkers',
  markersOfDay: (day: string, markers: number) =>
    markers === 0
      ? message('statistics_dayOfNone', day)
      : message('statistics_markersOfDay', day, counted('counts_markersRemoved', markers)),
  tableOf: (chart: string) => message('statistics_tableOf', chart),
  day: 'statistics_day',
  onlyDaysWith: 'statistics_onlyDaysWith',
  repairs: 'statistics_repairs',
  noRepairs: 'statistics_noRepairs',
  slowest: 'statistics_slowest',
  noTools: 'statistics_noTools',
  tool: 'statistics_tool',
  otherTools: 'statistics_otherTools',
  longest: 'statistics_longest',
  mean: 'statistics_mean',
  calls: 'statistics_calls',
  toolTimes: (longest: string, mean: string, calls: number) => counted('statistics_toolTimes', calls, longest, mean),
  fakedOverTime: 'statistics_fakedOverTime',
  fakedAbout: 'statistics_fakedAbout',
  rate: 'statistics_rate',
  rateOf: (day: string, rate: string, faked: number, calls: number) =>
    counted('statistics_rateOf', calls, day, rate, figure(faked)),
  noCalls: (day: string) => message('statistics_noCalls', day),
  rateOfAll: (rate: string, faked: number, calls: number) =>
    counted('statistics_rateOfAll', calls, rate, figure(faked)),
  noCallsAtAll: 'statistics_noCallsAtAll',
  cleaned: 'statistics_cleaned',
  cleanedThen: (chats: number) => counted('statistics_cleanedThen', chats),
  sinceCleaned: (before: number, callsBefore: number, after: number, callsAfter: number, since: string) =>
    counted('statistics_sinceCleaned', callsBefore, figure(before), figure(after), figure(callsAfter), since),
  sinceCleanedNone: (before: number, callsBefore: number, since: string) =>
    counted('statistics_sinceCleanedNone', callsBefore, figure(before), since),
  cleanedChats: (chats: number) =>
    chats === 1 ? message('statistics_cleanedChatsOne') : message('statistics_cleanedChats', figure(chats)),
  cleanChats: 'statistics_cleanChats',
  openChat: 'statistics_openChat',
  eachChat: 'statistics_eachChat',
  sites: 'statistics_sites',
  site: 'statistics_site',
  report: 'statistics_report',
  reportAbout: 'statistics_reportAbout',
  withAddresses: 'statistics_withAddresses',
  withEvents: 'statistics_withEvents',
  preview: 'statistics_preview',
  field: (name: string, value: string) => message('statistics_field', name, value),
  browser: 'statistics_browser',
  fromTo: (first: string, last: string) => message('statistics_fromTo', first, last),
  rateOfCalls: (rate: string, faked: number, calls: number) =>
    counted('statistics_rateOfCalls', calls, rate, figure(faked)),
  cleanedStored: 'statistics_cleanedStored',
  ever: 'statistics_ever',
  everFrom: (server: string) => message('statistics_everFrom', server),
  otherServers: 'statistics_otherServers',
  events: 'statistics_events',
  unknownEvents: 'statistics_unknownEvents',
  copy: 'statistics_copy',
  copied: 'statistics_copied',
  notCopied: 'statistics_notCopied',
  delete: 'statistics_delete',
  deleteAbout: 'statistics_deleteAbout',
  deleteSite: (host: string) => message('statistics_deleteSite', host),
  deleteAll: 'statistics_deleteAll',
  wouldDelete: (days: number, replies: number, first: string) =>
    message('statistics_wouldDelete', counted('counts_daysDeleted', days), counted('counts_replies', replies), first),
  wouldDeleteSums: 'statistics_wouldDeleteSums',
  deleteNow: 'statistics_deleteNow',
  keep: 'statistics_keep',
  deleted: 'statistics_deleted',
  notDeleted: 'statistics_notDeleted',
});
