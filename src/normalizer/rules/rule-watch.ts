import type { CompiledRules } from './compile-rules.ts';
import type { Steps } from './needle.ts';

/** Watches what the rules of each pack cost over one stream, in characters compared. */
export interface RuleWatch {
  /** Counts what the rules of a pack compare. */
  stepsOf(pack: string): Steps;
  /** So many units of text were read. */
  read(units: number): void;
  /** Switches off the packs that cost too much, for the rest of the stream. Asked at the ends of lines only. */
  check(): void;
  isOff(pack: string): boolean;
}

/** What one pack may cost for each unit that was read, and before anything was. */
const MAX_STEPS_PER_UNIT = 64;
const MAX_STEPS_AT_ONCE = 16 * 1024;

/** @param onSlow called once with each pack that is switched off; not with those that are off from the start */
export function createRuleWatch({ packs, off: before }: CompiledRules, onSlow?: (pack: string) => void): RuleWatch {
  const steps = new Map<string, Steps>(packs.map((pack) => [pack, { count: 0 }]));
  const off = new Set<string>(before);
  let units = 0;
  return {
    stepsOf: (pack) => steps.get(pack) ?? { count: 0 },
    read(more) {
      units += more;
    },
    check() {
      for (const [pack, { count }] of steps) {
        if (count <= MAX_STEPS_PER_UNIT * units + MAX_STEPS_AT_ONCE || off.has(pack)) continue;
        off.add(pack);
        onSlow?.(pack);
      }
    },
    isOff: (pack) => off.has(pack),
  };
}
