/** Milliseconds without anything new after which a reply counts as silent. */
export const SILENT_AFTER = 30_000;
