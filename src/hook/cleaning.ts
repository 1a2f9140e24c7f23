import type { HookSettings } from '../bridge/protocol.ts';
import { createSentWords } from '../normalizer/requests/sent-words.ts';
import type { CompiledRules } from '../normalizer/rules/compile-rules.ts';

/** What is removed from the replies of this page, as its site's settings now say. */
export type Cleaning = ReturnType<typeof createCleaning>;

export function createCleaning() {
  let replies = true;
  let rules: CompiledRules | null = null;
  const words = createSentWords();

  return {
    get rules(): CompiledRules | null {
      return rules;
    },
    cleans: (): boolean => replies,
    /** The badge shows them in place of their lines. */
    media: (): string => '',
    /** Something leaves the page. */
    sent: words.add,
    wasSent: words.has,
    set(settings: HookSettings): void {
      replies = settings.enabled && settings.replies;
      rules = settings.rules;
    },
  };
}
