import type { Report } from '../reply/reply-event.ts';
import type { RuleHit } from '../rules/rule-filter.ts';
import { MAX_HELD } from '../text/marker-filter.ts';
import { endOfListedEmoji, plainEmoji, type Marker } from '../text/marker-grammar.ts';
import type { Provenance } from './progress-types.ts';
import { createProgressMachine, type ProgressFact } from './progress.ts';

/** A tool call as far as it is known. */
export interface SeenCall {
  readonly emoji: string | null;
  readonly label: string | null;
}

/** Calls and markers remembered; more than any reply has. */
const MAX_REMEMBERED = 500;
/** Lines remembered that may be markers; one is told. */
const MAX_DOUBTED = 20;

/**
 * Finds faked calls: markers that a model wrote without a tool behind them. A model may write a
 * marker and call the tool as well, before or after, so this is known only at the end of the reply.
 * A server may word the same call differently (Hermes 0.18 and later: `sleep 1 + 1 command`), so
 * one call of a tool accounts for one marker of that tool.
 */
export function createFakedCalls<T extends Marker>() {
  const calls: SeenCall[] = [];
  let written: T[] = [];
  let doubted: T[] = [];
  let certain = true;
  let hasProse = false;

  /** Calls account for the first markers first. */
  function withoutCall(markers: readonly T[]): T[] {
    const left = [...calls];
    const take = (fits: (call: SeenCall) => boolean): boolean => {
      const at = left.findIndex(fits);
      return at !== -1 && left.splice(at, 1).length > 0;
    };
    const others = markers.filter((marker) => {
      const tool = toolOf(marker.emoji);
      const names = (call: SeenCall): boolean => call.emoji === tool && call.label === marker.label;
      // Reported twice, it is still one call.
      return !take(names) && !calls.some(names);
    });
    return others.filter(({ emoji }) => {
      const tool = toolOf(emoji);
      return !take((call) => call.emoji === null || call.emoji === tool);
    });
  }

  return {
    /**
     * Records that a tool ran, or may have. Without an emoji of Hermes' own it may have been any.
     */
    ran({ emoji, label }: SeenCall): void {
      if (calls.length >= MAX_REMEMBERED) certain = false;
      else
        calls.push({
          emoji: toolOf(emoji),
          label: label !== null && label.length <= MAX_HELD ? label : null,
        });
    },
    /** The page or a server in between runs its own tools: nothing is certain in this reply. */
    unclear(): void {
      certain = false;
    },
    /** Records a marker that the model wrote. */
    wrote(marker: T): void {
      if (written.length < MAX_REMEMBERED) written.push(marker);
    },
    /**
     * Records a line that reads like a marker, and stays. The same words count once. One that is
     * prose says so of all of the reply: who lists commands or explains lines like these does not
     * introduce each.
     */
    kept(marker: T, isProse: boolean): void {
      const isSame = ({ emoji, label }: T) => emoji === marker.emoji && label === marker.label;
      hasProse ||= isProse;
      if (doubted.length < MAX_DOUBTED && !doubted.some(isSame)) doubted.push(marker);
    },
    /**
     * The reply has ended.
     * @returns the markers without a tool, and the lines without one that may be markers, in order;
     * none is returned twice
     */
    settle(): { readonly alone: readonly T[]; readonly doubted: readonly T[] } {
      const isDoubted = (marker: T): boolean => doubted.includes(marker);
      if (hasProse) doubted = [];
      const found = certain ? withoutCall([...written, ...doubted]) : [];
      const settled = {
        alone: found.filter((marker) => !isDoubted(marker)),
        doubted: found.filter(isDoubted),
      };
      written = [];
      doubted = [];
      hasProse = false;
      return settled;
    },
  };
}

/**
 * @returns the emoji without its variation selector, which is not always sent; null for emoji of
 * skins, words and empty strings
 */
function toolOf(emoji: string | null): string | null {
  return emoji && endOfListedEmoji(emoji, 0) === emoji.length ? plainEmoji(emoji) : null;
}

/**
 * The tools of one reply: what events, markers and rules say of them, and which markers of the
 * model have no tool behind them. A carrier says only who wrote a marker, as far as it can see
 * that.
 */
export type ToolTracker<T extends Marker> = ReturnType<typeof createToolTracker<T>>;

/** @param report gets every change of every call, in order */
export function createToolTracker<T extends Marker>(report: Report) {
  const { fact, ...progress } = createProgressMachine((change) =>
    report({ type: 'progress', progress: change }),
  );
  const faked = createFakedCalls<T>();
  let isLast = false;

  function marker(
    { emoji, label }: Marker,
    phase: ProgressFact['phase'],
    provenance: Provenance,
    untimed = false,
  ): void {
    if (provenance !== 'imitated') faked.ran({ emoji, label });
    fact({ source: 'marker', tool: null, emoji, label, callId: null, phase, provenance, untimed });
  }

  return {
    ...progress,
    unclear: faked.unclear,
    wrote: faked.wrote,
    kept: faked.kept,
    /** An event says something of a tool. */
    event(said: ProgressFact): void {
      // Later changes of a call, such as its outcome, may come behind text.
      if (said.phase === 'start' || said.phase === 'running') {
        faked.ran(said);
        isLast = true;
      }
      fact(said);
    },
    text(): void {
      isLast = false;
      progress.text();
    },
    /** A tool was reported by an event, and no text has come since. */
    isLast: (): boolean => isLast,
    /** A rule found a line that a tool begins with. */
    hit({ tool, emoji, label }: RuleHit, phase: ProgressFact['phase'] = 'start'): void {
      faked.ran({ emoji, label });
      fact({ source: 'marker', tool, emoji, label, callId: null, phase, provenance: 'unknown' });
    },
    /** A marker reports a tool. @param untimed it may have stood there before anybody looked */
    marker,
    /**
     * The reply is over: reports the markers that no tool is behind, none of them a second time.
     * Of lines that may be markers, one is told, and none beside those.
     * @param who says whether a marker that the model seems to have written is certainly its own
     * @param isKnown returns whether a server has written markers with this emoji into the chat:
     * where none did, a line is ordinary text
     */
    settle(
      who: (marker: T) => Provenance,
      isKnown: (emoji: string) => boolean = () => false,
    ): void {
      const { alone, doubted } = faked.settle();
      for (const one of alone) {
        const by = who(one);
        marker(one, by === 'unknown' ? 'undecided' : 'written', by);
      }
      const lookalike = alone.length === 0 ? doubted.find(({ emoji }) => isKnown(emoji)) : null;
      if (!lookalike) return;
      const text = `${lookalike.emoji} ${lookalike.label}`;
      report({ type: 'note', note: { kind: 'lookalike', text } });
    },
  };
}
