/** A state of any section of the full page. */
export interface PageScene {
  /** The fragment of the address: section and site. */
  readonly hash: string;
  /** The content of storage.local. */
  readonly storage: Readonly<Record<string, unknown>>;
  /** Reading the storage fails. */
  readonly reading?: 'fails';
  /** Requests to the background are refused. */
  readonly refuses?: boolean;
  /** Pressed before a file is chosen. */
  readonly first?: readonly string[];
  /** Text of the file chosen in the page's only file input. */
  readonly file?: string;
  /** Pressed one after another, each once it is there. */
  readonly press?: readonly string[];
  /** Typed into fields, by selector, after the presses. */
  readonly write?: Readonly<Record<string, string>>;
  /** Pressed after the typing. */
  readonly then?: readonly string[];
  /** The picture is taken once this is there. */
  readonly until: string;
}
