/** Each with its label, if any, and its help text. */
const NAMES = {
  requests_total: ['', 'Requests that were passed on.'],
  unreachable_total: ['', 'Requests that the upstream did not answer.'],
  left_total: ['', 'Requests whose client left before the answer.'],
  replies_total: ['', 'Responses that were read as replies.'],
  replies_open: ['', 'Replies in progress.'],
  history_markers_removed_total: ['', 'Markers removed from histories that clients sent.'],
  reply_markers_removed_total: ['', 'Markers removed from replies.'],
  repairs_total: ['repair', 'Repairs made, by their id.'],
  failures_total: ['', 'Replies in which our code failed; they were passed on unchanged.'],
} as const;
type CountName = keyof typeof NAMES;

/** The counts of a gateway since it started. Numbers only: no content is kept. */
export function createCounts() {
  const values = new Map(Object.keys(NAMES).map((name) => [name, new Map<string, number>()]));

  function lines(name: CountName): readonly string[] {
    const [label, help] = NAMES[name];
    const kinds = [...(values.get(name) ?? [])];
    const known = kinds.length > 0 || label !== '' ? kinds : ([['', 0]] as const);
    return [
      `# HELP stream_fixer_${name} ${help}`,
      `# TYPE stream_fixer_${name} ${name.endsWith('_total') ? 'counter' : 'gauge'}`,
      ...known.map(
        ([kind, value]) =>
          `stream_fixer_${name}${label === '' ? '' : `{${label}="${kind}"}`} ${value}`,
      ),
    ];
  }

  return {
    /** @param label value of the count's one label; '' for none */
    add(name: CountName, label = '', by = 1): void {
      const kinds = values.get(name);
      kinds?.set(label, (kinds.get(label) ?? 0) + by);
    },
    /** Formats the counts as Prometheus text. */
    text: (): string => (Object.keys(NAMES) as CountName[]).flatMap(lines).join('\n') + '\n',
  };
}
