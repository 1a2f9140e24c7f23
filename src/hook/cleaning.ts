import type { HookSettings, PageMessage } from '../bridge/protocol.ts';
import type { CleaningOptions } from '../normalizer/reply/reply.ts';
import { withoutPacks, type CompiledRules } from '../normalizer/rules/compile-rules.ts';

/** What is taken out of the replies of this page, as it is chosen for its site now. */
export interface Cleaning extends Required<CleaningOptions> {
  set(settings: HookSettings): void;
  /** A rule pack is too slow for a stream: it is off until the page is reloaded, and the bridge is told its name. */
  onSlowRules(pack: string): void;
}

/** @param send passes on to the bridge */
export function createCleaning(send: (message: PageMessage) => void): Cleaning {
  let replies = true;
  let rules: CompiledRules | null = null;
  const slow: string[] = [];

  return {
    get rules() {
      return rules;
    },
    cleans: () => replies,
    set(settings) {
      replies = settings.enabled && settings.replies;
      rules = settings.rules && slow.length > 0 ? withoutPacks(settings.rules, slow) : settings.rules;
    },
    onSlowRules(pack) {
      slow[slow.length] = pack;
      rules &&= withoutPacks(rules, slow);
      send({ type: 'slow-rules', pack });
    },
  };
}
