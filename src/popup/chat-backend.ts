import { createPageCalls } from '../detection/page-call.ts';
import { createHealing } from '../healing/healing.ts';
import type { HealingStore } from '../healing/store.ts';
import type { Look } from '../healing/types.ts';

/** Keeps nothing: what the popup sees is not what a person was shown on the healing page. */
const FORGETFUL: HealingStore = {
  read: () => Promise.resolve(null),
  list: () => Promise.resolve([]),
  write: () => Promise.resolve(),
  exclusive: (_origin, run) => run(),
};

/** Reads one stored chat through the page of a tab. @param version as in `OpenWebUi` */
export function lookAtChat(tabId: number, origin: string, version: string, chatId: string): Promise<Look> {
  return createHealing({ origin, version, call: createPageCalls(tabId, origin).signedIn, store: FORGETFUL }).look(chatId);
}
