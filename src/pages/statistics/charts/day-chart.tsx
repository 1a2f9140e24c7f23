import type { JSX } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import type { Day } from '../../../stats/day.ts';
import { axisOf, reachOf, barsOf, dayAt, labelledDays, type Axis, type Bar } from './bar-layout.ts';
import { shortDay } from './chart-formats.ts';
import { dayAfterKey } from './day-keys.ts';
import { Legend, type LegendEntry } from './legend.tsx';
import { Patterns, patternOf, type Fill } from '../patterns.tsx';
import { statisticsTexts as texts } from '../texts.ts';
import { useWidth } from './use-width.ts';

/** One count, as a part of every bar. */
export interface Series {
  readonly id: Fill;
  readonly name: string;
}

export interface DayChartProps {
  readonly title: string;
  /** Oldest first; the last is today. */
  readonly days: readonly Day[];
  /** From the bottom up. */
  readonly series: readonly Series[];
  /** For each day one value for each series; empty for a day that has none. */
  readonly columns: readonly (readonly number[])[];
  /** The smallest meaningful step: 1 for counts. */
  readonly step: number;
  /** Whether a day with the value zero differs from a day without a value: if so, it gets a flat mark. */
  readonly zeros?: boolean;
  /** Indexes of the days that are marked. */
  readonly marked?: readonly number[];
  /** What the mark means, for the legend. */
  readonly markName?: string;
  readonly format: (value: number) => string;
  /** The values of one day, as a sentence. */
  readonly read: (index: number) => string;
}

const GUTTER = 44;
const HEIGHT = 136;
/** Room above the bars for marks, and below them for the names of days. */
const HEAD = 14;
const FOOT = 22;
/** A text closer to the edge is moved inwards. */
const EDGE = 28;

/**
 * A bar for each day. The values of one day are shown below it: the one under the pointer, or the one selected with the
 * arrow keys, at first today. To screen readers it is a slider over the days, operated with the same keys.
 */
export function DayChart(props: DayChartProps): JSX.Element {
  const { title, days, read } = props;
  const ref = useRef<HTMLDivElement>(null);
  const width = useWidth(ref);
  const last = days.length - 1;
  // Counted back from today: another period begins on another day. Null until a day is chosen: then it is today.
  const [ago, setAgo] = useState<number | null>(null);
  const index = Math.max(0, last - (ago ?? 0));
  const cut = barsOf(props.columns, topOf(props).top, { width: 1, height: 1 }).filter((bar) => bar.cut).length;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = dayAfterKey(event.key, index, days.length);
    if (next === null) return;
    event.preventDefault();
    setAgo(last - next);
  }

  function onPoint(event: PointerEvent): void {
    if (!ref.current || width === null) return;
    const { left } = ref.current.getBoundingClientRect();
    setAgo(last - dayAt(event.clientX - left - GUTTER, width - GUTTER, days.length));
  }

  return (
    <div class="day-chart">
      <Legend entries={legendOf(props)} />
      {/* Time runs from left to right in every language, as in familiar tables of numbers. */}
      <div
        ref={ref}
        class="plot"
        dir="ltr"
        role="slider"
        tabIndex={0}
        aria-label={texts.byDay(title)}
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={index + 1}
        aria-valuetext={read(index)}
        onKeyDown={onKeyDown}
        onPointerMove={onPoint}
        onPointerDown={onPoint}
      >
        {width !== null && <Picture {...props} index={index} width={width} />}
      </div>
      {/* The slider says the same. */}
      <p class="reading" aria-hidden="true">
        {(ago !== null || isDrawn(props, index)) && read(index)}
      </p>
      {cut > 0 && <p class="small">{texts.cut(cut)}</p>}
    </div>
  );
}

/** Whether the picture has anything on a day. If not, only a person who asks for that day wants to read so. */
function isDrawn({ columns, zeros = false, marked = [] }: DayChartProps, index: number): boolean {
  const values = columns[index] ?? [];
  return values.some((value) => value > 0) || (zeros && values.length > 0) || marked.includes(index);
}

/** A single series is named by the title. */
function legendOf({ series, markName, marked = [] }: DayChartProps): LegendEntry[] {
  const mark = markName !== undefined && marked.length > 0 ? [{ id: 'mark', name: markName } as const] : [];
  return [...(series.length > 1 ? series : []), ...mark];
}

/** The lines across the chart, up to its highest uncut bar. */
function topOf({ columns, step }: Pick<DayChartProps, 'columns' | 'step'>): Axis {
  return axisOf(reachOf(columns.map(sumOf)), step);
}

interface PictureProps extends DayChartProps {
  readonly index: number;
  readonly width: number;
}

function Picture({
  days,
  series,
  columns,
  step,
  zeros = false,
  marked = [],
  format,
  index,
  width,
}: PictureProps): JSX.Element {
  const prefix = useId();
  const axis = topOf({ columns, step });
  const plot = { width: Math.max(1, width - GUTTER), height: HEIGHT };
  const bars = barsOf(columns, axis.top, plot);
  const slot = plot.width / days.length;
  return (
    <svg class="picture" width={width} height={HEAD + HEIGHT + FOOT} aria-hidden="true">
      <Patterns prefix={prefix} />
      <Lines axis={axis} width={width} format={format} />
      <g transform={`translate(${GUTTER} ${HEAD})`}>
        <rect class="chosen" x={index * slot} y={-HEAD} width={slot} height={HEIGHT + HEAD} />
        {bars.map((bar, day) => (
          <Parts key={days[day]} bar={bar} series={series} prefix={prefix} zero={zeros && columns[day]?.length !== 0} />
        ))}
        {bars.map(
          (bar, day) =>
            bar.cut && <Cut key={days[day]} bar={bar} value={format(sumOf(columns[day] ?? []))} width={plot.width} />,
        )}
        {marked.map((day) => (
          <path key={day} class="mark" d={`M${(day + 0.5) * slot - 5} ${-HEAD + 1}h10l-5 8z`} />
        ))}
        <path class="pointer" d={`M${(index + 0.5) * slot} ${HEIGHT + 1}l4 5h-8z`} />
        <DayNames days={days} width={plot.width} />
      </g>
    </svg>
  );
}

function Lines({
  axis,
  width,
  format,
}: {
  readonly axis: Axis;
  readonly width: number;
  readonly format: (value: number) => string;
}): JSX.Element {
  return (
    <g>
      {[0, ...axis.lines].map((value) => {
        const y = Math.round(HEAD + HEIGHT - (value / axis.top) * HEIGHT) + 0.5;
        return (
          <g key={value}>
            <line class={value === 0 ? 'base' : 'rule'} x1={GUTTER} x2={width} y1={y} y2={y} />
            <text x={GUTTER - 6} y={y + 4} text-anchor="end">
              {format(value)}
            </text>
          </g>
        );
      })}
    </g>
  );
}

interface PartsProps {
  readonly bar: Bar;
  readonly series: readonly Series[];
  readonly prefix: string;
  /** A day with the value zero gets a mark. */
  readonly zero: boolean;
}

function Parts({ bar, series, prefix, zero }: PartsProps): JSX.Element {
  return (
    <g>
      {zero && bar.parts.length === 0 && <rect class="zero" x={bar.x} y={HEIGHT - 2} width={bar.width} height="2" />}
      {bar.parts.map(({ series: place, y, height }) => {
        const kind = series[place]?.id ?? 'solid';
        return (
          <rect
            key={place}
            class={`bar ${kind}`}
            x={bar.x}
            y={y}
            width={bar.width}
            height={height}
            fill={patternOf(prefix, kind)}
          />
        );
      })}
    </g>
  );
}

interface CutProps {
  readonly bar: Bar;
  /** How high the cut bar would be, in short. */
  readonly value: string;
  /** Width of the plot. */
  readonly width: number;
}

/** A gap through a bar that is higher than the chart, and its value above it. */
function Cut({ bar, value, width }: CutProps): JSX.Element {
  const middle = bar.x + bar.width / 2;
  const { anchor, place } = inwards(middle, width);
  return (
    <>
      <line class="cut" x1={bar.x - 2} x2={bar.x + bar.width + 2} y1={14} y2={9} />
      <text class="whole" x={place} y={-3} text-anchor={anchor}>
        {value}
      </text>
    </>
  );
}

/** A text that would cross the edge of the plot is moved inwards. */
function inwards(x: number, width: number): { readonly anchor: 'start' | 'middle' | 'end'; readonly place: number } {
  if (x > width - EDGE) return { anchor: 'end', place: width };
  return x < EDGE ? { anchor: 'start', place: 0 } : { anchor: 'middle', place: x };
}

function DayNames({ days, width }: { readonly days: readonly Day[]; readonly width: number }): JSX.Element {
  return (
    <g>
      {labelledDays(days.length, width).map((index) => {
        const x = ((index + 0.5) * width) / days.length;
        const { anchor, place } = inwards(x, width);
        return (
          <text key={index} x={place} y={HEIGHT + 19} text-anchor={anchor}>
            {index === days.length - 1 ? texts.today : shortDay(days[index] ?? '')}
          </text>
        );
      })}
    </g>
  );
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
