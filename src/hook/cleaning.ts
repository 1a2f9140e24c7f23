import type { HookSettings, PageMessage } from '../bridge/protocol.ts';
import type { CleaningOptions } from '../normalizer/reply.ts';
import { compileRules, type CompiledRules } from '../normalizer/rules/compile-rules.ts';
import type { ActiveRule } from '../normalizer/rules/rule.ts';
import { startsWith } from './natives.ts';
import { attempt } from './overlay.ts';

/** What is taken out of the replies of this page, as it is chosen for its site now. */
export interface Cleaning extends Required<CleaningOptions> {
  set(settings: HookSettings): void;
  /** A rule pack is too slow for a stream: it is off until the page is loaded anew, and the bridge is told its name. */
  onSlowRules(pack: string): void;
}

/** @param send passes on to the bridge */
export function createCleaning(send: (message: PageMessage) => void): Cleaning {
  let replies = true;
  let all: readonly ActiveRule[] = [];
  let rules: CompiledRules | null = null;
  const slow: string[] = [];

  /** A page may have replaced what the engine is made with: then there are no rules, and the rest goes on. */
  function compile(): void {
    rules = attempt(() => compileRules(withoutSlow(all, slow)), null);
  }

  return {
    get rules() {
      return rules;
    },
    cleans: () => replies,
    set(settings) {
      replies = settings.replies;
      all = settings.rules;
      compile();
    },
    onSlowRules(pack) {
      slow[slow.length] = `${pack}/`;
      compile();
      send({ type: 'slow-rules', pack });
    },
  };
}

/** @param slow the packs, each as the ids of its rules begin */
function withoutSlow(rules: readonly ActiveRule[], slow: readonly string[]): readonly ActiveRule[] {
  const kept: ActiveRule[] = [];
  for (let i = 0; i < rules.length; i++) {
    const rule = rules[i];
    let isSlow = false;
    for (let j = 0; j < slow.length; j++) isSlow ||= startsWith(rule?.id ?? '', slow[j] ?? '');
    if (rule && !isSlow) kept[kept.length] = rule;
  }
  return kept;
}
