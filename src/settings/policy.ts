/** What an administrator sets by policy. Pure. */
import { siteOf } from '../sites/origins.ts';
import { readChoices, type Choices } from './settings.ts';

/** As taken from the browser: only what is known and valid. */
export interface Policy {
  /** Choices that hold on all sites and cannot be changed. */
  readonly settings: Choices;
  /** Origins of the chats that people are asked to turn on. */
  readonly sites: readonly string[];
}

/** More than a person would turn on one by one. */
export const MAX_NAMED_SITES = 20;

/** @param value anything; @returns the parts that fit the schema, empty where there are none */
export function readPolicy({ settings, sites }: { readonly settings?: unknown; readonly sites?: unknown }): Policy {
  return { settings: readChoices(settings), sites: readNamedSites(sites) };
}

/**
 * @param value a list of addresses; anything else, and what is no address of a page that the extension can run in, counts as
 *   nothing
 * @returns the sites of the first 20 of them, each once
 */
export function readNamedSites(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  const sites = value
    .slice(0, MAX_NAMED_SITES)
    .map((address: unknown) => (typeof address === 'string' ? siteOf(address) : null));
  return [...new Set(sites.filter((site) => site !== null))];
}
