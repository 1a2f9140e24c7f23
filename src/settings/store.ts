/**
 * What a person chose, in storage.local: which sites are on, and the settings. Every context may
 * read and watch; only the background writes. Sites are keyed by origin and never leave this
 * machine (no storage.sync: the addresses of self-hosted servers are private).
 */
import { browser } from 'wxt/browser';
import { removeData, setData, storageKeys, watchStorage } from '../extension/storage.ts';
import { isObject } from '../normalizer/json/json-edit.ts';
import { isSite } from '../extension/origins.ts';
import type { AllChoices } from './read-all-choices.ts';
import type { RulePack } from '../normalizer/rules/rule.ts';
import { PACKS_KEY } from '../rules/own-pack-store.ts';
import { readPacks } from '../rules/read-packs.ts';
import { readModels, type Hermes } from './hermes.ts';
import { readNamedSites, readPolicy, type Policy } from './policy.ts';
import { hermesOf, readChoices, type Choices, type Chosen } from './settings.ts';

/** The user's record for a site. */
export interface Site {
  readonly enabled: boolean;
  /** What was chosen for it. */
  readonly choices: Choices;
  /** It is off because the browser has withdrawn the access, not because a person turned it off. */
  readonly withdrawn?: true;
}

/** Whether a site is on, and the choices that apply there. */
export interface SiteChoices {
  readonly enabled: boolean;
  readonly chosen: Chosen;
}

/** Everything that the scripts in a page of a site need to know. */
export interface SiteConfig extends SiteChoices {
  /** The person's own rule packs. */
  readonly packs: readonly RulePack[];
  readonly hermes: Hermes;
}

const SITE_PREFIX = 'site:';
/** Choices for all sites. */
const SETTINGS_KEY = 'settings';
/**
 * Choices of an administrator, copied by the background from storage.managed, which not every
 * context can read.
 */
const MANAGED_KEY = 'managed';
/** The sites that an administrator names, copied in the same way. */
export const NAMED_SITES_KEY = 'managed-sites';
/** Before the origin of a site, for the names of its models that are Hermes. */
const HERMES_PREFIX = 'hermes:';

/** @returns the user's record for a site; off if nothing valid is stored */
export async function readSite(origin: string): Promise<Site> {
  const key = SITE_PREFIX + origin;
  return toSite((await browser.storage.local.get(key))[key]);
}

/** @returns the choices for all sites; empty if nothing valid is stored */
export async function readEverywhere(): Promise<Choices> {
  return readChoices((await browser.storage.local.get(SETTINGS_KEY))[SETTINGS_KEY]);
}

/** @returns everything that a page of this site needs, in one read */
export async function readSiteConfig(origin: string): Promise<SiteConfig> {
  const stored = await browser.storage.local.get([
    ...choiceKeys(origin),
    PACKS_KEY,
    hermesKey(origin),
  ]);
  const choices = toSiteChoices(origin, stored);
  return {
    ...choices,
    packs: readPacks(stored[PACKS_KEY]),
    hermes: hermesOf(choices.chosen, hermesModels(origin, stored)),
  };
}

/**
 * @returns the models there that are Hermes, so that their stored texts contain markers; none if
 * the storage fails
 */
export async function readHermes(origin: string): Promise<Hermes> {
  try {
    const stored = await browser.storage.local.get([...choiceKeys(origin), hermesKey(origin)]);
    return hermesOf(toSiteChoices(origin, stored).chosen, hermesModels(origin, stored));
  } catch {
    return []; // then a chat must prove it by itself, and no text is touched that might be a person's
  }
}

/**
 * Returns the keys of a site's record and choices. Without the packs, which take longer to validate
 * than everything else.
 */
export function choiceKeys(origin: string): string[] {
  return [SITE_PREFIX + origin, SETTINGS_KEY, MANAGED_KEY];
}

/**
 * @param stored the value of `NAMED_SITES_KEY`.
 * @returns whether an administrator names the site
 */
export function isNamedSite(origin: string, stored: Readonly<Record<string, unknown>>): boolean {
  return readNamedSites(stored[NAMED_SITES_KEY]).includes(origin);
}

/**
 * @param stored the values of `choiceKeys`.
 * @returns whether the site was on until its access was withdrawn
 */
export function isWithdrawn(origin: string, stored: Readonly<Record<string, unknown>>): boolean {
  return toSite(stored[SITE_PREFIX + origin]).withdrawn === true;
}

/** @returns an administrator's choices; empty where there is none */
export async function readManaged(): Promise<Choices> {
  return (await readStoredPolicy()).settings;
}

/** @returns the administrator's policy as the background copied it last */
export async function readStoredPolicy(): Promise<Policy> {
  const stored = await browser.storage.local.get([MANAGED_KEY, NAMED_SITES_KEY]);
  return readPolicy({ settings: stored[MANAGED_KEY], sites: stored[NAMED_SITES_KEY] });
}

/** @returns the origins of the sites that an administrator names and that are off */
export async function readNamedOffSites(): Promise<readonly string[]> {
  const { sites } = await readStoredPolicy();
  const records = await Promise.all(sites.map(readSite));
  return sites.filter((_site, index) => !records[index]?.enabled);
}

/** The key for the models of a site that are Hermes. */
export function hermesKey(origin: string): string {
  return HERMES_PREFIX + origin;
}

/**
 * @returns the models of a site that are Hermes. Version 0.1 stored `true` for the whole site: of
 * which model that was is unknown, so it counts for none. Hermes shows itself again with its next
 * reply, and a person's text is not touched meanwhile
 */
export function hermesModels(
  origin: string,
  stored: Readonly<Record<string, unknown>>,
): readonly string[] {
  return readModels(stored[hermesKey(origin)]);
}

/** @returns every site with a record, sorted by origin */
export async function readSites(): Promise<readonly (Site & { readonly origin: string })[]> {
  const keys = (await storageKeys()).filter((key) => key.startsWith(SITE_PREFIX));
  return siteEntries(await browser.storage.local.get(keys)).map(([origin, site]) => ({
    origin,
    ...site,
  }));
}

/** @returns the origins of all sites that are on, sorted */
export async function readEnabledSites(): Promise<string[]> {
  return (await readSites()).filter(({ enabled }) => enabled).map(({ origin }) => origin);
}

/**
 * Watches every change to what `readSiteConfig` returns for this site. Watch first, then read, so
 * that nothing is missed.
 * @param onChange called after each change, and when a value was rewritten unchanged
 * @param signal stops watching
 */
export function watchSite(origin: string, onChange: () => void, signal: AbortSignal): void {
  const keys = [...choiceKeys(origin), PACKS_KEY, hermesKey(origin)];
  watchStorage((changes) => {
    if (keys.some((key) => key in changes)) onChange();
  }, signal);
}

/** Watches every change to any choice, site or pack: what the full page shows. */
export function watchChoices(onChange: () => void, signal: AbortSignal): void {
  watchStorage((changes) => {
    const ours = Object.keys(changes).some(
      (key) => key.startsWith(SITE_PREFIX) || [SETTINGS_KEY, MANAGED_KEY, PACKS_KEY].includes(key),
    );
    if (ours) onChange();
  }, signal);
}

/**
 * Watches every change to the record of any site: it is switched on or off, or its choices change.
 * @param onChange called with the origins whose records changed, or were rewritten unchanged
 * @param signal stops watching; without it, watches as long as this context lives
 */
export function watchSites(onChange: (origins: string[]) => void, signal?: AbortSignal): void {
  watchStorage((changes) => {
    const keys = Object.keys(changes).filter((key) => key.startsWith(SITE_PREFIX));
    if (keys.length > 0) onChange(keys.map((key) => key.slice(SITE_PREFIX.length)));
  }, signal);
}

/** For the background only. */
export async function writeSite(origin: string, site: Site): Promise<void> {
  await setData({ [SITE_PREFIX + origin]: site });
}

/** For the background only. */
export async function writeEverywhere(choices: Choices): Promise<void> {
  await setData({ [SETTINGS_KEY]: choices });
}

/** For the background only. */
export async function writePolicy({ settings, sites }: Policy): Promise<void> {
  await setData({ [MANAGED_KEY]: settings, [NAMED_SITES_KEY]: sites });
}

/**
 * For the background only: replaces everything that was chosen before. Sites stay on or off as they
 * are; a site that is not named loses its choices, and its record if it is off.
 */
export async function writeAllChoices({ everywhere, sites, packs }: AllChoices): Promise<void> {
  const present = await readSites();
  const chosen = new Map(
    Object.entries(sites).filter(([origin, choices]) => isSite(origin) && hasChoices(choices)),
  );
  const enabled = new Set(present.filter((site) => site.enabled).map(({ origin }) => origin));
  const origins = new Set([...present.map(({ origin }) => origin), ...chosen.keys()]);
  const records = [...origins].map((origin) => [
    SITE_PREFIX + origin,
    { enabled: enabled.has(origin), choices: chosen.get(origin) ?? {} } satisfies Site,
  ]);
  await setData({
    ...Object.fromEntries(records),
    [SETTINGS_KEY]: everywhere,
    [PACKS_KEY]: packs,
  });
  // After the one write, which is atomic.
  const forgotten = present.filter(
    (site) => !site.enabled && hasChoices(site.choices) && !chosen.has(site.origin),
  );
  if (forgotten.length > 0) await removeData(forgotten.map(({ origin }) => SITE_PREFIX + origin));
}

function hasChoices(choices: Choices): boolean {
  return Object.keys(choices).length > 0;
}

function siteEntries(stored: Record<string, unknown>): (readonly [string, Site])[] {
  return Object.keys(stored)
    .filter((key) => key.startsWith(SITE_PREFIX) && isSite(key.slice(SITE_PREFIX.length)))
    .toSorted()
    .map((key) => [key.slice(SITE_PREFIX.length), toSite(stored[key])] as const);
}

/**
 * @param stored the values of `choiceKeys`.
 * @returns off and without choices if they are missing or invalid
 */
export function toSiteChoices(origin: string, stored: Record<string, unknown>): SiteChoices {
  const { enabled, choices } = toSite(stored[SITE_PREFIX + origin]);
  return {
    enabled,
    chosen: {
      everywhere: readChoices(stored[SETTINGS_KEY]),
      site: choices,
      managed: readChoices(stored[MANAGED_KEY]),
    },
  };
}

function toSite(value: unknown): Site {
  if (!isObject(value)) return { enabled: false, choices: {} };
  return {
    enabled: value.enabled === true,
    choices: readChoices(value.choices),
    ...(value.enabled !== true && value.withdrawn === true && { withdrawn: true }),
  };
}
