import { count, figure } from './formats.ts';

/** The statistics of the full page, and the bars of the popup. */
export const statisticsWords = {
  /** What is counted: over large figures, in legends and at the head of columns. */
  replies: 'Replies',
  markers: 'Markers removed',
  tools: 'Tools shown',
  imitated: 'Imitated calls',
  bytes: 'Bytes removed',

  period: 'Period',
  days: (days: number) => count(days, 'day', 'days'),
  loading: 'Reading the figures.',
  failed: 'The browser did not hand over the figures. Nothing is lost: they are kept where they were.',
  tryAgain: 'Try again',
  emptyTitle: 'Nothing counted yet',
  empty:
    'Replies are counted from the moment Stream Fixer is on for a site. Only numbers and names of tools are kept, never what was said.',
  emptyHere: 'Nothing was counted on this site in this period.',
  emptyPeriod: 'Nothing was counted in this period.',
  longer: 'Show 90 days',

  /** The figures of the period as one sentence, for the ear. @param days as `days` says */
  sum: (days: string, replies: number, markers: number, tools: number, imitated: number) =>
    `In ${days}: ${count(replies, 'reply', 'replies')}, ${count(markers, 'marker', 'markers')} removed, ${count(tools, 'tool', 'tools')} shown, ${count(imitated, 'imitated call', 'imitated calls')}.`,
  /** @param size "12 kB" */
  removed: (size: string) => `${size} removed from streams and requests.`,
  healed: (chats: number) => `${count(chats, 'stored chat', 'stored chats')} cleaned.`,

  daily: 'Day by day',
  /** Name of a chart that is read with the arrow keys. @param chart its title */
  byDay: (chart: string) => `${chart}, a day at a time`,
  today: 'Today',
  /** @param day "22 November" */
  dayOf: (day: string, markers: number, tools: number, imitated: number, replies: number) =>
    replies + markers + tools + imitated === 0
      ? `${day}: nothing.`
      : `${day}: ${count(markers, 'marker', 'markers')} removed, ${count(tools, 'tool', 'tools')} shown, ${count(imitated, 'imitated call', 'imitated calls')}, in ${count(replies, 'reply', 'replies')}.`,
  /** @param chart its title */
  tableOf: (chart: string) => `${chart} as a table`,
  day: 'Day',
  onlyDaysWith: 'Days on which nothing was counted are left out.',

  repairs: 'Repairs',
  noRepairs: 'No stream had to be repaired.',

  slowest: 'Slowest tools',
  noTools: 'No tool was heard to come to its end.',
  tool: 'Tool',
  /** Calls of tools that are not kept by name. */
  otherTools: 'other tools',
  longest: 'Longest',
  mean: 'Average',
  calls: 'Calls',
  /** @param longest @param mean times such as "12.4 s" */
  toolTimes: (longest: string, mean: string, calls: number) =>
    `longest ${longest}, average ${mean}, ${count(calls, 'call', 'calls')}`,

  imitation: 'Imitated calls over time',
  imitationAbout: 'Of all calls in the replies, those that the model only wrote down. No tool ran for them.',
  rate: 'Share',
  /** @param day "22 November" @param rate "2.5 %" */
  rateOf: (day: string, rate: string, imitated: number, calls: number) =>
    `${day}: ${rate}, ${figure(imitated)} of ${count(calls, 'call', 'calls')}.`,
  noCalls: (day: string) => `${day}: no calls.`,
  rateOfAll: (rate: string, imitated: number, calls: number) =>
    `${rate} in this period: ${figure(imitated)} of ${count(calls, 'call', 'calls')}.`,
  noCallsAtAll: 'No calls in this period.',
  cleaned: 'Chats cleaned',
  cleanedThen: (chats: number) => `${count(chats, 'chat', 'chats')} cleaned on this day.`,
  /** @param since "3 November" */
  sinceCleaned: (before: number, callsBefore: number, after: number, callsAfter: number, since: string) =>
    `${figure(before)} of ${count(callsBefore, 'call', 'calls')} imitated before, ${figure(after)} of ${figure(callsAfter)} since ${since}.`,
  sinceCleanedNone: (before: number, callsBefore: number, since: string) =>
    `${figure(before)} of ${count(callsBefore, 'call', 'calls')} imitated before, no calls since ${since}.`,
  cleanedChats: (chats: number) =>
    chats === 1 ? 'In the chat that you cleaned' : `In the ${figure(chats)} chats that you cleaned`,
  openChat: 'Open the chat',
  eachChat: 'Each chat',

  sites: 'Sites',
  site: 'Site',

  report: 'Report',
  reportAbout: 'A text with these figures, for a bug report or for yourself. No word of a chat is in it.',
  withAddresses: 'With the addresses of the sites',
  withEvents: 'With the names of unknown events, as servers sent them',
  preview: 'What will be copied',
  /** One line of the report. */
  field: (name: string, value: string) => `${name}: ${value}`,
  browser: 'Browser',
  /** Two days, with their years. */
  fromTo: (first: string, last: string) => `${first} to ${last}`,
  /** One field of the report. @param rate "2.5 %" */
  rateOfCalls: (rate: string, imitated: number, calls: number) =>
    `${rate}, ${figure(imitated)} of ${count(calls, 'call', 'calls')}`,
  cleanedStored: 'Stored chats cleaned',
  ever: 'Since the beginning',
  /** @param server a name, or `otherServers` */
  everFrom: (server: string) => `Since the beginning, from ${server}`,
  otherServers: 'other servers',
  events: 'Events of tool progress taken out',
  unknownEvents: 'Events of an unknown kind',
  copy: 'Copy report',
  copied: 'Copied.',
  notCopied: 'The browser did not copy it. The text is selected: copy it with the keyboard.',

  delete: 'Delete figures',
  deleteAbout: 'Only the figures go. Switches, settings and chats stay as they are. This cannot be undone.',
  deleteSite: (host: string) => `Delete the figures of ${host}`,
  deleteAll: 'Delete the figures of all sites',
  /** @param first the earliest day with figures */
  wouldGo: (days: number, replies: number, first: string) =>
    `This deletes ${count(days, 'day', 'days')} with ${count(replies, 'reply', 'replies')}, from ${first} on, and the sums since the beginning.`,
  wouldGoSums: 'No day has figures. This deletes the sums since the beginning.',
  deleteNow: 'Delete',
  keep: 'Keep',
  deleted: 'The figures are deleted.',
  notDeleted: 'That did not work. Nothing was changed.',

  /** A row of small bars. @param label one of the things counted */
};
