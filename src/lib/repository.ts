/** Where the sources are and problems are reported: from `repository` in package.json alone, which may be empty. */
import { repository } from '../../package.json' with { type: 'json' };

export interface Links {
  /** The page of the repository. */
  readonly home: string;
  readonly issues: string;
}

/** Null while nothing is published: what would lead there is not shown then. */
export const LINKS = linksOf(repository);

/** @param address of a repository as npm takes it. @returns null if that is no address of a page */
export function linksOf(address: string): Links | null {
  const [home = ''] = address.replace(/^git\+/, '').split(/\.git\/?$|\/$/, 1);
  return /^https:\/\/[^/]+\/./.test(home) ? { home, issues: `${home}/issues` } : null;
}
