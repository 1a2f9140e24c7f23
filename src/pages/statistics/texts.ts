import { formats } from '../../languages/formats.ts';
import { counted, message, words } from '../../languages/messages.ts';

const { figure } = formats;

/** Texts of the statistics in the full page. */
export const statisticsTexts = words({
  loading: 'statistics_loading',
  failed: 'statistics_failed',
  tryAgain: 'statistics_tryAgain',
  emptyTitle: 'statistics_emptyTitle',
  empty: 'statistics_empty',
  faked: 'statistics_faked',
  fakedAbout: 'statistics_fakedAbout',
  beforeSince: (before: string, since: string) => message('statistics_beforeSince', before, since),
  fakedOf: (faked: number, calls: number) => counted('statistics_fakedOf', calls, figure(faked)),
  inChats: (before: string, since: string, day: string) => message('statistics_inChats', before, since, day),
  inFirstWeek: (before: string, since: string) => message('statistics_inFirstWeek', before, since),
  noComparison: 'statistics_noComparison',
  toolCalls: 'statistics_toolCalls',
  toolCallsAbout: 'statistics_toolCallsAbout',
  reported: 'statistics_reported',
  fakedShort: 'statistics_fakedShort',
  share: 'statistics_rate',
  callsOfDay: (day: string, ran: number, faked: number) =>
    message('statistics_callsOfDay', day, counted('counts_reportedCalls', ran), counted('counts_fakedCalls', faked)),
  today: 'statistics_today',
  day: 'statistics_day',
  dayByDay: 'statistics_daily',
  tableOf: (card: string) => message('statistics_tableOf', card),
  slowest: 'statistics_slowest',
  noTools: 'statistics_noTools',
  tool: 'statistics_tool',
  otherTools: 'statistics_otherTools',
  longest: 'statistics_longest',
  mean: 'statistics_mean',
  calls: 'statistics_calls',
  delete: 'statistics_delete',
  deleteAbout: 'statistics_deleteAbout',
  deleteSite: (host: string) => message('statistics_deleteSite', host),
  deleteAll: 'statistics_deleteAll',
  wouldDelete: (markers: number, ran: number, faked: number) =>
    message(
      'statistics_wouldDelete',
      counted('counts_reportedCalls', ran),
      counted('counts_fakedCalls', faked),
      counted('counts_markersRemoved', markers),
    ),
  deleteNow: 'statistics_deleteNow',
  keep: 'statistics_keep',
  deleted: 'statistics_deleted',
  notDeleted: 'statistics_notDeleted',
});
