import type { CompiledRules } from '../normalizer/rules/compile-rules.ts';

/** What a gateway decides by, in any runtime. */
export interface PolicySettings {
  /** The upstream servers, those with the longest path first. */
  readonly upstreams: readonly Upstream[];
  /** The key that clients must send; null: none, and theirs reach the servers. */
  readonly key: string | null;
  /** The key that the servers get in its place; null for none. */
  readonly upstreamKey: string | null;
  /** Origins whose pages may ask; without any, the servers decide. */
  readonly origins: readonly string[];
  /** Host names that it answers to; null for any. */
  readonly hosts: readonly string[] | null;
  /** How progress is passed on if a request does not say. */
  readonly progress: ProgressForm;
  /**
   * The server is Hermes: lines that look like its markers are removed without further evidence.
   */
  readonly isHermes: boolean;
  /** Ids of the repairs that are on. */
  readonly repairs: ReadonlySet<string>;
  readonly rules: CompiledRules | null;
  /** Calls that the model wrote as text become calls. */
  readonly writtenCalls: boolean;
  /** Which requests are logged. */
  readonly log: LogLevel;
}

/** The settings of a gateway in Node. */
export interface GatewaySettings extends PolicySettings {
  /** The address to listen on, as `host:port`. */
  readonly listen: string;
  /** Other processes may listen there, too. */
  readonly sharesPort: boolean;
  /** Certificate and key to listen with, in PEM; null for plain HTTP. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
  /** The pictures that Hermes may hand over; null for none. */
  readonly media: {
    /** The real path of the folder that they are in. */
    readonly folder: string;
    /**
     * The gateway's address as people's browsers reach it, without a trailing slash; null: as the
     * client does.
     */
    readonly url: string | null;
  } | null;
}

export interface Upstream {
  /**
   * How requested paths begin that are for this server, such as `/hermes`; '' for all that are for
   * no other.
   */
  readonly path: string;
  /** Its address; a path in it is prepended to what follows in the requested path. */
  readonly url: URL;
  /** Certificates, in PEM, to trust in addition to those that Node trusts. */
  readonly certificates?: string;
}

/** How the progress of tools is passed on. */
export type ProgressForm = 'drop' | 'hermes' | 'comments' | 'open-webui';

/**
 * `errors`: those that failed on the server's side or ours, with a status of 500 or more, or broken
 * off.
 */
export type LogLevel = 'off' | 'errors' | 'all';

const LEVELS: readonly LogLevel[] = ['off', 'errors', 'all'];

/** @returns null for a word that names no level */
export function readLogLevel(word: string): LogLevel | null {
  return LEVELS.find((level) => level === word) ?? null;
}

const FORMS: readonly ProgressForm[] = ['drop', 'hermes', 'comments', 'open-webui'];
/** For people. */
export const FORM_WORDS = 'drop, hermes, comments or open-webui';

/** @returns null for a word that names no form */
export function readForm(word: string): ProgressForm | null {
  return FORMS.find((form) => form === word) ?? null;
}

/**
 * @param text an address, or `/path=address`
 * @throws an error that tells the operator what to change
 */
export function readUpstream(text: string): Upstream {
  const [, path = '', address = ''] = /^(?:(\/[\w.~/-]*?)\/?=)?(.*)$/s.exec(text) ?? [];
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new Error(
      `--upstream is the address of a server, such as http://127.0.0.1:8642, not "${address}"`,
    );
  if (url.username !== '' || url.password !== '')
    throw new Error(
      '--upstream holds no name and no password: clients send their own keys, which pass through',
    );
  return { path, url };
}
