import { createPageCalls } from '../../../detection/page-call.ts';
import { cleanChat } from '../../../healing/chats/chat-cleaner.ts';
import { createOpenWebUiChats, isTrouble } from '../../../healing/chats/open-webui-chats.ts';
import type { Look } from '../../../healing/types.ts';
import { readHermes } from '../../../settings/store.ts';
import { askWhatRan, type WhatRan } from './what-ran.ts';

/**
 * Reads one stored chat through the page of a tab. Nothing is remembered, as the person did not see
 * it on the healing page.
 * @param version see `OpenWebUi`
 */
export async function lookAtChat(
  tabId: number,
  origin: string,
  version: string,
  chatId: string,
): Promise<Look> {
  const record = await createOpenWebUiChats(createPageCalls(tabId, origin).signedIn, version).read(
    chatId,
  );
  return isTrouble(record)
    ? { why: record.why }
    : { marked: cleanChat(record, await readHermes(origin))?.marked ?? null };
}

/** Reads the agent's record of one stored chat through the page of a tab, on the same terms. */
export async function readWhatRan(
  tabId: number,
  origin: string,
  version: string,
  chatId: string,
): Promise<WhatRan> {
  const { signedIn } = createPageCalls(tabId, origin);
  const record = await createOpenWebUiChats(signedIn, version).read(chatId);
  return isTrouble(record) ? { why: record.why } : askWhatRan(signedIn, chatId, record.chat);
}
