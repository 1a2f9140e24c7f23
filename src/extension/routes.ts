/**
 * The addresses of the extension's own pages. The full page shows one section at a time, for all
 * sites or for one.
 */
import { browser } from 'wxt/browser';
import { isSite } from './origins.ts';

/** For everybody, in the order of the list; the word is used in the URL, the docs and the tests. */
export const DOORS = ['settings', 'help'] as const;
/** Behind "Advanced": for agents other than Hermes, and for those who mend streams. */
export const ADVANCED = ['rules', 'inspector'] as const;
export const SECTIONS = [...DOORS, ...ADVANCED] as const;
export type SectionName = (typeof SECTIONS)[number];

/** Cards of the settings with an address of their own. */
export const CARDS = ['statistics', 'before-removal'] as const;
export type CardName = (typeof CARDS)[number];

/**
 * A place in the page: `#settings`, `#settings?site=http://localhost:3000`, or `#statistics`, a
 * card of the settings.
 */
export interface Route {
  readonly section: SectionName;
  /** The card that is brought into view; only of the settings. */
  readonly card?: CardName;
  /** An origin; null for all sites. */
  readonly site: string | null;
}

/** The props of a section. */
export interface SectionProps {
  readonly card?: CardName | undefined;
  /** Null for all sites. */
  readonly site: string | null;
  /** Origins that the person ever switched on, sorted. */
  readonly sites: readonly string[];
  /** Navigates; the browser's back button leads back. */
  readonly go: (route: Route) => void;
}

/**
 * @returns the link to a place in the full page: the path of the extension's page with its fragment
 */
export function hrefOf(route: Route): string {
  return `/options.html${hashOf(route)}`;
}

/** @returns the fragment alone, for links within the page */
export function hashOf({ section, card, site }: Route): string {
  return `#${card ?? section}${site === null ? '' : `?site=${encodeURIComponent(site)}`}`;
}

/**
 * @param hash fragment of a URL, with its `#`.
 * @returns the place it names; the settings for all sites if it names none
 */
export function routeOf(hash: string): Route {
  const [name = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const section = SECTIONS.find((known) => known === name) ?? 'settings';
  const card = CARDS.find((known) => known === name);
  const site = new URLSearchParams(query).get('site');
  return { section, ...(card && { card }), site: isSite(site) ? site : null };
}

/**
 * @param step shown at once if it is due; otherwise a person chooses there
 * @returns the address of the popup as a page about one tab, where its companion is installed and
 * removed
 */
export function companionAddress(tabId: number, step?: 'install' | 'remove'): string {
  return `popup.html?tab=${tabId}${step ? `&step=${step}` : ''}`;
}

/** The page in which a person answers the question of an agent. */
export const APPROVAL_PAGE = 'approval.html';

/**
 * @param frameId of the page that asks; null: whichever does.
 * @returns the address of the page that shows its question
 */
export function approvalAddress(tabId: number, frameId: number | null): string {
  return `${APPROVAL_PAGE}?tab=${tabId}${frameId === null ? '' : `&frame=${frameId}`}`;
}

/**
 * Opens a page of the extension in a new tab.
 * @param address from its root, without a leading slash
 */
export async function openPage(address: string): Promise<void> {
  await browser.tabs.create({ url: browser.runtime.getURL('/') + address });
}

/** @returns the version of the extension */
export function version(): string {
  return browser.runtime.getManifest().version;
}
