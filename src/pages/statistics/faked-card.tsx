import type { JSX } from 'preact';
import { formats } from '../../languages/formats.ts';
import { healingAddress } from '../../healing/address.ts';
import { Card } from '../parts/controls.tsx';
import type { ChatFigures } from '../../stats/chats.ts';
import { fakedRate, sumDays, type DayEntry } from '../../stats/read-figures.ts';
import { longDay, share, shortDay } from './charts/chart-formats.ts';
import { CleanedChats } from './cleaned-chats.tsx';
import { DataTable, Fold } from './charts/data-table.tsx';
import { DayChart } from './charts/day-chart.tsx';
import { callsOf, cleanedDays, rateColumns } from './statistics-view.ts';
import { statisticsTexts as texts } from './texts.ts';

const SERIES = [{ id: 'dotted', name: texts.faked }] as const;
/** Shares are drawn in steps of one percent. */
const STEP = 0.01;

interface FakedCardProps {
  /** Oldest first; the last is today. */
  readonly days: readonly DayEntry[];
  readonly chats: readonly ChatFigures[];
  /** For one site, its chats are listed; null for all sites. */
  readonly site: string | null;
}

/** The share of faked calls, day by day, and the effect of cleaning chats. */
export function FakedCard({ days, chats, site }: FakedCardProps): JSX.Element {
  const all = sumDays(days);
  const rate = fakedRate(all);
  return (
    <Card title={texts.fakedOverTime} about={texts.fakedAbout}>
      {rate === null ? (
        <p>{texts.noCallsAtAll}</p>
      ) : (
        <>
          <p>{texts.rateOfAll(share(rate), all.imitated, callsOf(all))}</p>
          <Rates days={days} />
        </>
      )}
      <CleanedChats chats={chats} site={site} />
      {/* Chats are known of Open WebUI only, and only its chats can be cleaned. */}
      {site !== null && chats.length > 0 && (
        <p>
          <a class="link" href={`/${healingAddress({ tab: null, site, chat: null })}`}>
            {texts.cleanChats}
          </a>
        </p>
      )}
    </Card>
  );
}

function Rates({ days }: Pick<FakedCardProps, 'days'>): JSX.Element {
  const today = days.at(-1)?.day ?? '';

  function read(index: number): string {
    const entry = days[index];
    if (!entry) return '';
    const day = longDay(entry.day, today);
    const { figures } = entry;
    const rate = fakedRate(figures);
    const words =
      rate === null ? texts.noCalls(day) : texts.rateOf(day, share(rate), figures.imitated, callsOf(figures));
    return formats.sentences(words, figures.healed > 0 && texts.cleanedThen(figures.healed));
  }

  return (
    <>
      <DayChart
        title={texts.fakedOverTime}
        days={days.map(({ day }) => day)}
        series={SERIES}
        columns={rateColumns(days)}
        step={STEP}
        zeros
        marked={cleanedDays(days)}
        markName={texts.cleaned}
        format={share}
        read={read}
      />
      <Fold title={texts.tableOf(texts.fakedOverTime)}>
        <DataTable
          of={texts.fakedOverTime}
          heads={[texts.day, texts.calls, texts.faked, texts.rate, texts.cleaned]}
          rows={days
            .filter(({ figures }) => callsOf(figures) + figures.healed > 0)
            .toReversed()
            .map(({ day, figures }) => ({
              id: day,
              name: shortDay(day),
              cells: [
                formats.figure(callsOf(figures)),
                formats.figure(figures.imitated),
                share(fakedRate(figures) ?? 0),
                formats.figure(figures.healed),
              ],
            }))}
        />
      </Fold>
    </>
  );
}
