const REMEDY = "switch the extension off and on again in the browser's list of extensions";

/**
 * For promises nobody waits for: logs a failure to the extension's own console, never to a page's.
 * @param undone what did not happen, as the end of "Stream Fixer could not …"
 * @returns a handler for `catch`
 */
export function reportFailure(undone: string): (error: unknown) => void {
  return function report(error) {
    console.error(`Stream Fixer could not ${undone}. If this goes on, ${REMEDY}.`, error);
  };
}
