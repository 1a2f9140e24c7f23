/**
 * Name of the elements that hold badges: a plain unknown element, so that no rule of the page for `div` finds it. The
 * hook takes them away when the extension is gone from under the page.
 */
export const HOST_NAME = 'stream-fixer-badges';
