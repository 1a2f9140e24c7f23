import { formats } from '../../languages/formats.ts';
import { counted, message, words } from '../../languages/messages.ts';

const { figure } = formats;

/** Texts of the statistics in the full page. */
export const statisticsTexts = words('statistics', {
  beforeSince: (before: string, since: string) => message('statistics_beforeSince', before, since),
  fakedOf: (faked: number, calls: number) => counted('statistics_fakedOf', calls, figure(faked)),
  inChats: (before: string, since: string, day: string) => message('statistics_inChats', before, since, day),
  inFirstWeek: (before: string, since: string) => message('statistics_inFirstWeek', before, since),
  share: 'statistics_rate',
  callsOfDay: (day: string, ran: number, faked: number) =>
    message('statistics_callsOfDay', day, counted('counts_reportedCalls', ran), counted('counts_fakedCalls', faked)),
  dayByDay: 'statistics_daily',
  tableOf: (card: string) => message('statistics_tableOf', card),
  deleteSite: (host: string) => message('statistics_deleteSite', host),
  wouldDelete: (markers: number, ran: number, faked: number) =>
    message(
      'statistics_wouldDelete',
      counted('counts_reportedCalls', ran),
      counted('counts_fakedCalls', faked),
      counted('counts_markersRemoved', markers),
    ),
});
