import { isSite } from '../../sites/origins.ts';

/** What the healing page is opened for. */
export interface Address {
  /** Tab with a page of the chat server; null for any. */
  readonly tab: number | null;
  readonly site: string;
  /** The chat that was open; null for none. */
  readonly chat: string | null;
}

/** As they stand in addresses of Open WebUI; a temporary chat (`local:…`) is not stored. */
const CHAT_ID = /^[\w-]{1,100}$/;
const CHAT_PATH = /^\/c\/([^/]+)\/?$/;

/** @returns from the root of the extension on, for instance `healing.html?site=…` */
export function healingAddress({ tab, site, chat }: Address): string {
  const query = new URLSearchParams({ site });
  if (tab !== null) query.set('tab', String(tab));
  if (chat !== null) query.set('chat', chat);
  return `healing.html?${query}`;
}

/** @param search query of the healing page; @returns null when it names no site */
export function readAddress(search: string): Address | null {
  const query = new URLSearchParams(search);
  const site = query.get('site');
  if (!isSite(site)) return null;
  const tab = query.get('tab');
  const chat = query.get('chat');
  return { tab: tab !== null && /^\d{1,10}$/.test(tab) ? Number(tab) : null, site, chat: chat !== null && CHAT_ID.test(chat) ? chat : null };
}

/** @param url of a page of Open WebUI; @returns the stored chat that it shows; null for none */
export function chatIdOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const [, id = ''] = CHAT_PATH.exec(new URL(url).pathname) ?? [];
  return CHAT_ID.test(id) ? id : null;
}
