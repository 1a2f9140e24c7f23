import type { Progress, Provenance } from '../../normalizer/progress/progress-types.ts';
import { createTally, type Counted } from '../tally.ts';

/** Counts the tool calls and markers of replies. */
export function createListedTools() {
  const events = new Set<string>();
  const markers = new Map<string, Provenance>();
  const names = createTally();
  let removed = 0;

  return {
    /** @param reply which reply it belongs to */
    progress(reply: string, { call, source, tool, provenance }: Progress): void {
      const key = `${call} ${reply}`;
      if (source === 'marker') {
        markers.set(key, provenance);
        return;
      }
      // The event and the marker report the same call, so the server wrote both.
      if (markers.has(key)) markers.set(key, 'server');
      if (events.has(key)) return;
      events.add(key);
      if (tool) names.add(tool);
    },
    markerRemoved: (): void => void removed++,
    tools: (): { readonly calls: number; readonly names: readonly Counted[] } => ({
      calls: events.size,
      names: names.counts(),
    }),
    markers(): Readonly<Record<Provenance, number>> {
      const written = [...markers.values()];
      const server = written.filter((provenance) => provenance === 'server').length;
      const imitated = written.filter((provenance) => provenance === 'imitated').length;
      return { server, imitated, unknown: Math.max(0, removed - server - imitated) };
    },
  };
}
