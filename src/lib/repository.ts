/** Where the sources are and problems are reported. */
export interface Links {
  /** The page of the repository. */
  readonly home: string;
  readonly issues: string;
}

/** @param address of a repository as npm takes it. @returns null if that is no address of a page */
export function linksOf(address: string): Links | null {
  const [home = ''] = address.replace(/^git\+/, '').split(/\.git\/?$|\/$/, 1);
  return /^https:\/\/[^/]+\/./.test(home) ? { home, issues: `${home}/issues` } : null;
}
