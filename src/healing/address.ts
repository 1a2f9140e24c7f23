import { isSite } from '../extension/origins.ts';

/** The parameters of the healing page. */
export interface Address {
  /** Tab with a page of the chat server; null for any. */
  readonly tab: number | null;
  readonly site: string;
  /** The chat that was open; null for none. */
  readonly chat: string | null;
}

/** As in URLs of Open WebUI; a temporary chat (`local:…`) is not stored. */
const CHAT_ID = /^[\w-]{1,100}$/;
const CHAT_PATH = /^\/c\/([^/]+)\/?$/;

/** @returns the URL relative to the root of the extension, for instance `healing.html?site=…` */
export function healingAddress({ tab, site, chat }: Address): string {
  const query = new URLSearchParams({ site });
  if (tab !== null) query.set('tab', String(tab));
  if (chat !== null) query.set('chat', chat);
  return `healing.html?${query}`;
}

/** @param search query of the healing page; @returns null if it names no site */
export function readAddress(search: string): Address | null {
  const query = new URLSearchParams(search);
  const site = query.get('site');
  if (!isSite(site)) return null;
  const tab = query.get('tab');
  return {
    tab: tab !== null && /^\d{1,10}$/.test(tab) ? Number(tab) : null,
    site,
    chat: chatIdIn(query.get('chat')),
  };
}

/** @returns `value` if it is the id of a stored chat, else null */
export function chatIdIn(value: unknown): string | null {
  return typeof value === 'string' && CHAT_ID.test(value) ? value : null;
}

/** @param url of a page of Open WebUI; @returns the stored chat that it shows; null for none */
export function chatIdOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const [, id = ''] = CHAT_PATH.exec(new URL(url).pathname) ?? [];
  return chatIdIn(id);
}
