/**
 * Name of the elements that contain badges: a plain unknown element, so that no rule of the page
 * for `div` matches it. If a page has taken the name, it is the class of a `span` instead. The hook
 * removes these elements if the extension is removed while the page is open.
 */
export const HOST_NAME = 'stream-fixer-badges';
