/** The report in words. Pure. */
import { serverName } from '../../languages/dialect-words.ts';
import { formats } from '../../languages/formats.ts';
import { ALL_REPAIRS } from '../../normalizer/repairs/all-repairs.ts';
import { fakedRate } from '../../stats/read-figures.ts';
import type { Named, PlainFigures, Report } from '../../stats/report.ts';
import { longDay, share } from './charts/chart-formats.ts';
import { callsOf, COUNTED } from './statistics-view.ts';
import { statisticsTexts as texts } from './texts.ts';

const { field } = texts;

/** @returns lines, separated into paragraphs by empty ones; paragraphs without content are left out */
export function reportText({
  version,
  browser,
  from,
  to,
  sum,
  days,
  repairs,
  totals,
  servers,
  eventNames,
  sites,
}: Report): string {
  const told = servers.filter((server) => server.repairs.length + server.unknown > 0);
  // Always with its year: a report is read later.
  const period = texts.fromTo(longDay(from, ''), longDay(to, ''));
  const parts = [
    [`Stream Fixer ${version}`, field(texts.browser, browser), field(texts.period, period)],
    sumLines(sum),
    titled(texts.repairs, repairs.flatMap(repairLine)),
    titled(
      texts.ever,
      (['tools', 'imitated', 'markers'] as const).map((id) => field(texts.counted[id], formats.figure(totals[id]))),
    ),
    ...told.map(({ server, repairs: made, unknown }) =>
      titled(texts.everFrom(serverName(server) ?? texts.otherServers), [
        ...made.flatMap(repairLine),
        ...(unknown > 0 ? [field(texts.unknownEvents, formats.figure(unknown))] : []),
      ]),
    ),
    titled(
      texts.unknownEvents,
      (eventNames ?? []).map(({ name, count }) => field(oneLine(name), formats.figure(count))),
    ),
    titled(
      texts.sites,
      (sites ?? []).map(({ origin, ...figures }) => field(origin, figuresLine(figures))),
    ),
    titled(
      texts.dayByDay,
      days.map(({ day, ...figures }) => field(day, figuresLine(figures))),
    ),
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function sumLines(sum: PlainFigures): string[] {
  const rate = fakedRate(sum);
  return [
    ...COUNTED.map((id) => field(texts.counted[id], formats.figure(sum[id]))),
    ...(rate === null ? [] : [field(texts.rate, texts.rateOfCalls(share(rate), sum.imitated, callsOf(sum)))]),
    field(texts.events, formats.figure(sum.events)),
    field(texts.bytes, formats.size(sum.bytes)),
    field(texts.cleanedStored, formats.figure(sum.healed)),
  ];
}

/** The page may have made up others. */
function repairLine({ name: id, count }: Named): readonly string[] {
  return ALL_REPAIRS.has(id) ? [field(id, formats.figure(count))] : [];
}

function figuresLine(figures: PlainFigures): string {
  return formats.list(COUNTED.map((id) => `${texts.counted[id]} ${formats.figure(figures[id])}`));
}

/** A server made it up, so it must not look like a line of ours. */
function oneLine(name: string): string {
  return JSON.stringify(name.replace(/[\s\p{C}]+/gu, ' ').trim());
}

function titled(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `- ${line}`)];
}
