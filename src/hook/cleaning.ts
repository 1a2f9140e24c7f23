import type { HookSettings } from '../bridge/protocol.ts';
import type { CleaningOptions } from '../normalizer/reply/reply.ts';
import type { CompiledRules } from '../normalizer/rules/compile-rules.ts';

/** What is removed from the replies of this page, as its site's settings now say. */
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
