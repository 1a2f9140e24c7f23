/** Requests to the background that concern the statistics. */
import { isSite } from '../extension/origins.ts';
import { isObject } from '../normalizer/json/json-edit.ts';
import { isId } from '../normalizer/open-webui/chat-event.ts';
import { isPageName, readBatches, type Batch } from './batch.ts';
import { MAX_CHATS } from './chats.ts';

/**
 * From a page bridge: everything that happened and is not known to be counted. Answered, after writing, with the number
 * of the last batch that is counted. The site is taken from the sender, never from the message.
 */
export interface CountsRequest {
  readonly type: 'counts';
  readonly page: string;
  readonly batches: readonly Batch[];
}

/** From our own pages. */
export type FigureRequest =
  /** Stored chats were just cleaned, or their cleaning was undone. */
  | { readonly type: 'healed' | 'unhealed'; readonly origin: string; readonly chats: readonly string[] }
  /** Deletes everything that was counted. `origin`: null for all sites. */
  | { readonly type: 'forget-figures'; readonly origin: string | null };

/** @returns null for any other message */
export function readCountsRequest(value: unknown): CountsRequest | null {
  if (!isObject(value) || value.type !== 'counts' || !isPageName(value.page)) return null;
  const batches = readBatches(value.batches);
  return batches && { type: 'counts', page: value.page, batches };
}

/** @returns null for any other message */
export function readFigureRequest(value: unknown): FigureRequest | null {
  if (!isObject(value)) return null;
  const { type, origin, chats } = value;
  if (type === 'forget-figures') return origin === null || isSite(origin) ? { type, origin } : null;
  if (type !== 'healed' && type !== 'unhealed') return null;
  return isSite(origin) && areChatIds(chats) ? { type, origin, chats: [...chats] } : null;
}

function areChatIds(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.length <= MAX_CHATS && value.every(isId);
}
