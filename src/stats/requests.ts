/** Requests of our own pages that concern the statistics. */
export type FigureRequest =
  /** A stored chat was just cleaned, or its cleaning was undone. */
  | { readonly type: 'healed' | 'unhealed'; readonly origin: string; readonly chat: string }
  /** Deletes everything that was counted. `origin`: null for all sites. */
  | { readonly type: 'forget-figures'; readonly origin: string | null };
