import type { HookSettings } from '../bridge/protocol.ts';
import type { CleaningOptions } from '../normalizer/reply/reply.ts';
import type { CompiledRules } from '../normalizer/rules/compile-rules.ts';

/** What is taken out of the replies of this page, as it is chosen for its site now. */
export interface Cleaning extends Required<CleaningOptions> {
  set(settings: HookSettings): void;
}

export function createCleaning(): Cleaning {
  let replies = true;
  let rules: CompiledRules | null = null;

  return {
    get rules() {
      return rules;
    },
    cleans: () => replies,
    set(settings) {
      replies = settings.enabled && settings.replies;
      rules = settings.rules;
    },
  };
}
