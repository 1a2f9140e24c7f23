/**
 * Name of the elements that hold badges: a plain unknown element, so that no rule of the page for `div` finds it. Where a
 * page has taken the name, it is the class of a `span` instead. The hook takes them away when the extension is gone from
 * under the page.
 */
export const HOST_NAME = 'stream-fixer-badges';
