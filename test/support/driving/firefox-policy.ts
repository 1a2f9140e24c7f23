/**
 * Returns an expression for Firefox's own window: what the browser knows about the extension.
 * @param base address of the extension, with a slash at its end
 */
export function policyOf(base: string): string {
  return `WebExtensionPolicy.getByHostname(${JSON.stringify(new URL(base).hostname)})`;
}
