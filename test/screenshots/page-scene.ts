/** A state of the full page, of whatever section. */
export interface PageScene {
  /** The fragment of the address: section and site. */
  readonly hash: string;
  /** All of storage.local. */
  readonly storage: Readonly<Record<string, unknown>>;
  /** Reading the storage fails, or never ends. */
  readonly reading?: 'fails' | 'stalls';
  /** Requests to the background are refused. */
  readonly refuses?: boolean;
  /** Pressed before a file is chosen. */
  readonly first?: readonly string[];
  /** A file that is chosen in the one file input that there is, by its text. */
  readonly file?: string;
  /** Pressed one after the other, each once it is there. */
  readonly press?: readonly string[];
  /** Written into fields, by selector, after the presses. */
  readonly write?: Readonly<Record<string, string>>;
  /** Pressed after the writing. */
  readonly then?: readonly string[];
  /** The picture is taken once this is there. */
  readonly until: string;
}
