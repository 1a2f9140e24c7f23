/** Ignores that what was clicked or asked has closed meanwhile, as a popup does when a permission prompt opens. */
export function ignoreClosed(error: unknown): void {
  if (!/closed|detached|No target with given id/i.test(String(error))) throw error;
}
