import type { Reading } from '../../normalizer/dialects/dialect.ts';
import { arrayOf, firstString } from '../../normalizer/dialects/fields.ts';
import { isObject } from '../../normalizer/json/json-edit.ts';
import type { Progress, Provenance } from '../../normalizer/progress/progress-types.ts';
import HERMES_TOOLS from '../../normalizer/tables/hermes-tools.json' with { type: 'json' };
import { TELLING_TOOLS } from '../telling-tools.ts';
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

/** Most names of tools that texts are searched for. */
const MAX_TOOLS = 500;

/**
 * Collects the names of the tools that the model may call.
 * @param offered those that its request offers
 */
export function createHeardTools(offered: readonly string[]) {
  const tools = new Set(offered);
  let hasCalls = false;

  return {
    /** Takes the tools that a message mentions. */
    read({ progress = [] }: Reading, json: Record<string, unknown>): void {
      for (const { tool } of progress) if (tool) tools.add(tool);
      hasCalls ||= callsOf(json).length > 0 || progress.length > 0;
      for (const tool of toolNames(isObject(json.response) ? json.response : json)) tools.add(tool);
    },
    /** Returns whether a tool was called. */
    hasCalls: (): boolean => hasCalls,
    /** @param isHermes those of its agent count, too */
    names: (isHermes: boolean): string[] => [
      ...[...tools].slice(0, MAX_TOOLS),
      ...(isHermes ? HERMES_TOOLS : TELLING_TOOLS),
    ],
  };
}

/** The calls of a chunk. */
function callsOf(json: Record<string, unknown>): unknown[] {
  return arrayOf(json.choices).flatMap((choice) =>
    isObject(choice) && isObject(choice.delta) ? arrayOf(choice.delta.tool_calls) : [],
  );
}

/** The names in the tools that an answer repeats, and in the calls of a chunk. */
function toolNames(json: Record<string, unknown>): string[] {
  return [...arrayOf(json.tools), ...callsOf(json)]
    .filter(isObject)
    .map((one) => firstString(isObject(one.function) ? one.function : one, 'name') ?? '')
    .filter((name) => name !== '');
}
