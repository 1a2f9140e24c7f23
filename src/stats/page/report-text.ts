/** The statistics as a text to copy. No word of a chat is in it; addresses and foreign names only if they are asked for. Pure. */
import { pointInTime } from '../../badges/texts.ts';
import { dialectWords } from '../../languages/dialect-words.ts';
import { formats } from '../../languages/formats.ts';
import type { Findings } from '../../sites/messages.ts';
import type { DayFigures } from '../day.ts';
import { imitationRate, slowestTools, sumDays, type DayEntry, type SiteFigures, type Totals } from '../figures.ts';
import { hasFigures } from '../sums.ts';
import { longDay, share } from './chart-formats.ts';
import { callsOf, COUNTED, repairRows } from './statistics-view.ts';
import { statisticsTexts as texts } from './texts.ts';

export interface Report {
  /** Of the extension. */
  readonly version: string;
  /** As the browser names itself. */
  readonly browser: string;
  /** Null for all sites. */
  readonly site: string | null;
  /** Oldest first; the last is today. */
  readonly days: readonly DayEntry[];
  readonly sites: readonly SiteFigures[];
  readonly totals: Totals;
}

/** What is only told if it is asked for. */
export interface ReportWishes {
  readonly addresses: boolean;
  /** Names of unknown events: servers made them up, so they could say anything. */
  readonly events: boolean;
}

const { field } = texts;

/** @returns lines, parted by empty ones into paragraphs; those without anything to tell are left out */
export function reportText(report: Report, wishes: ReportWishes): string {
  const sum = sumDays(report.days);
  const parts = [
    headLines(report, wishes),
    sumLines(sum),
    titled(texts.imitation, imitationLines(sum)),
    titled(texts.repairs, repairRows(sum).map(repairLine)),
    titled(texts.slowest, toolLines(sum)),
    titled(texts.ever, report.totals.findings.flatMap((found) => findingLines(found, wishes))),
    titled(texts.daily, report.days.filter(({ figures }) => hasFigures(figures)).map(({ day, figures }) => field(day, figuresLine(figures)))),
    wishes.addresses ? titled(texts.sites, report.sites.map(({ origin, figures }) => field(origin, figuresLine(figures)))) : [],
  ];
  return parts.filter((lines) => lines.length > 0).map((lines) => lines.join('\n')).join('\n\n');
}

function headLines({ version, browser, site, days, sites }: Report, { addresses }: ReportWishes): string[] {
  // Always with its year: a report is read later.
  const last = longDay(days.at(-1)?.day ?? '', '');
  const about = site === null ? [field(texts.sitesCounted, formats.figure(sites.length))] : addresses ? [field(texts.site, site)] : [];
  return [`Stream Fixer ${version}`, field(texts.browser, browser), field(texts.period, texts.reportPeriod(texts.days(days.length), last)), ...about];
}

function sumLines(sum: DayFigures): string[] {
  return [
    ...COUNTED.map((id) => field(texts[id], formats.figure(sum[id]))),
    field(texts.bytes, formats.size(sum.bytes)),
    field(texts.events, formats.figure(sum.events)),
    field(texts.cleanedStored, formats.figure(sum.healed)),
  ];
}

function imitationLines(sum: DayFigures): string[] {
  const rate = imitationRate(sum);
  return [rate === null ? texts.noCallsAtAll : texts.rateOfAll(share(rate), sum.imitated, callsOf(sum))];
}

/** With the id, which is the same in every language. */
function repairLine({ id, name, times }: { readonly id: string; readonly name: string; readonly times: number }): string {
  return `- ${field(`${name} (${id})`, formats.figure(times))}`;
}

function toolLines(sum: DayFigures): string[] {
  return slowestTools(sum, Number.POSITIVE_INFINITY).map(
    ({ tool, longest, mean, calls }) => `- ${field(oneLine(tool) || texts.otherTools, texts.toolTimes(pointInTime(longest), pointInTime(mean), calls))}`,
  );
}

function findingLines({ server, repairs, events, unknown }: Findings, wishes: ReportWishes): string[] {
  const unknowns = Object.entries(unknown);
  const count = unknowns.reduce((sum, [, times]) => sum + times, 0);
  return [
    serverName(server),
    ...repairRows({ repairs }).map(repairLine),
    ...(events > 0 ? [`- ${field(texts.events, formats.figure(events))}`] : []),
    ...(count > 0 ? [`- ${field(texts.unknownEvents, formats.figure(count))}`] : []),
    ...(wishes.events ? unknowns.map(([name, times]) => `  - ${field(oneLine(name), formats.figure(times))}`) : []),
  ];
}

function serverName(server: string): string {
  if (server === 'hermes') return 'Hermes';
  return (Object.hasOwn(dialectWords, server) ? dialectWords[server] : undefined) ?? texts.otherServers;
}

/** Servers made it up: it must not look like lines of ours. */
function oneLine(name: string): string {
  return name.replace(/[\s\p{C}]+/gu, ' ').trim();
}

function figuresLine(figures: DayFigures): string {
  return COUNTED.map((id) => `${texts[id]} ${formats.figure(figures[id])}`).join(', ');
}

function titled(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines];
}
