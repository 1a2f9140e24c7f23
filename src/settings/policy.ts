/** The settings of an administrator's policy. Pure. */
import { siteOf } from '../extension/origins.ts';
import { readChoices, type Choices } from './settings.ts';

/** As read from the browser: only known and valid parts. */
export interface Policy {
  /** Settings that apply to all sites and cannot be changed. */
  readonly settings: Choices;
  /** Origins of the chats that people are asked to turn on. */
  readonly sites: readonly string[];
}

/** More than a person would turn on one by one. */
export const MAX_NAMED_SITES = 20;

/** @param value anything; @returns the parts that fit the schema, empty if there are none */
export function readPolicy({
  settings,
  sites,
}: {
  readonly settings?: unknown;
  readonly sites?: unknown;
}): Policy {
  return { settings: readChoices(settings), sites: readNamedSites(sites) };
}

/**
 * @param value a list of addresses; anything else, and addresses of pages that the extension cannot
 * run in, are ignored
 * @returns the sites of the first 20 of them, each once
 */
export function readNamedSites(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  const sites = value
    .slice(0, MAX_NAMED_SITES)
    .map((address: unknown) => (typeof address === 'string' ? siteOf(address) : null));
  return [...new Set(sites.filter((site) => site !== null))];
}
