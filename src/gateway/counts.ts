/** Names of labels with their values. */
type Labels = Readonly<Record<string, string>>;

/** Each with its help text. */
const COUNTS = {
  requests_total: 'Requests by server and by the status that the client got; 499: it left before.',
  unreachable_total: 'Requests that the upstream did not answer.',
  left_total: 'Requests whose client left before the answer.',
  replies_total: 'Responses that were read as replies.',
  replies_open: 'Replies in progress.',
  history_markers_removed_total: 'Markers removed from histories that clients sent.',
  reply_markers_removed_total: 'Markers removed from replies.',
  repairs_total: 'Repairs made, by their id.',
  failures_total: 'Replies in which our code failed; they were passed on unchanged.',
} as const;
export type CountName = keyof typeof COUNTS;

/** Those whose lines have labels: without a value, there is none. */
const LABELLED: readonly CountName[] = ['requests_total', 'repairs_total'];

/** Upper bounds of the duration of requests, in seconds: an agent may work for minutes. */
const BOUNDS = [0.1, 0.5, 1, 5, 10, 30, 60, 300, 1800];

/** The counts of a gateway since it started. Numbers only: no content is kept. */
export type Counts = ReturnType<typeof createCounts>;

export function createCounts() {
  const values = new Map<string, Map<string, number>>();
  const durations = new Map<string, { readonly below: number[]; sum: number; count: number }>();

  function lines(name: CountName): readonly string[] {
    const known = [...(values.get(name) ?? [])];
    const shown = known.length > 0 || LABELLED.includes(name) ? known : ([['', 0]] as const);
    return [
      `# HELP stream_fixer_${name} ${COUNTS[name]}`,
      `# TYPE stream_fixer_${name} ${name.endsWith('_total') ? 'counter' : 'gauge'}`,
      ...shown.map(([labels, value]) => `stream_fixer_${name}${labels} ${value}`),
    ];
  }

  /**
   * Formats a histogram
   * (https://prometheus.io/docs/instrumenting/exposition_formats/#histograms-and-summaries).
   */
  function durationLines(): readonly string[] {
    const name = 'stream_fixer_request_duration_seconds';
    return [
      `# HELP ${name} Seconds from the head of a request to the end of its answer.`,
      `# TYPE ${name} histogram`,
      ...[...durations].flatMap(([upstream, { below, sum, count }]) => [
        ...BOUNDS.map(
          (bound, i) => `${name}_bucket${labelled({ upstream, le: String(bound) })} ${below[i]}`,
        ),
        `${name}_bucket${labelled({ upstream, le: '+Inf' })} ${count}`,
        `${name}_sum${labelled({ upstream })} ${sum}`,
        `${name}_count${labelled({ upstream })} ${count}`,
      ]),
    ];
  }

  return {
    add(name: CountName, labels: Labels = {}, by = 1): void {
      const kinds = values.get(name) ?? new Map<string, number>();
      values.set(name, kinds);
      const key = labelled(labels);
      kinds.set(key, (kinds.get(key) ?? 0) + by);
    },
    /** A request is over. @param upstream its server */
    took(upstream: string, seconds: number): void {
      const known = durations.get(upstream) ?? { below: BOUNDS.map(() => 0), sum: 0, count: 0 };
      durations.set(upstream, known);
      BOUNDS.forEach((bound, i) => (known.below[i]! += seconds <= bound ? 1 : 0));
      known.sum += seconds;
      known.count += 1;
    },
    /** Formats the counts as Prometheus text. */
    text: (): string =>
      [...(Object.keys(COUNTS) as CountName[]).flatMap(lines), ...durationLines()].join('\n') +
      '\n',
  };
}

/** Servers, statuses and ids of repairs need no escapes. */
function labelled(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
