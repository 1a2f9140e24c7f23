import type { Connector } from './own-connection.ts';

/** The settings of a gateway, as bindings of the worker. */
export interface Bindings {
  /**
   * Address of the upstream server, such as `http://127.0.0.1:8642`; a path in it is prepended to every requested path.
   */
  readonly UPSTREAM: string;
  /** Opens connections to that server and to no other, one per request. If undefined, `SERVICE` or `fetch` is used. */
  readonly CONNECTION?: Connector;
  /** Requests to that server and to no other, for sockets. Undefined on an edge platform, where `fetch` is used. */
  readonly SERVICE?: { fetch(address: URL, init: RequestInit): Promise<Response> };
  /** How progress is passed on if a request does not say: `drop` (default), `hermes` or `comments`. */
  readonly PROGRESS?: string;
  /** `true`: the server is Hermes, so lines that look like its markers are removed without further evidence. */
  readonly HERMES?: string;
  /** Host names that the gateway answers to, separated by spaces; any if undefined. */
  readonly HOSTS?: string;
}

/** How the progress of tools is passed on. */
export type ProgressForm = 'drop' | 'hermes' | 'comments';

const FORMS: readonly ProgressForm[] = ['drop', 'hermes', 'comments'];

export interface Settings {
  readonly upstream: URL;
  readonly progress: ProgressForm;
  readonly isHermes: boolean;
  /** Null: any. */
  readonly hosts: readonly string[] | null;
}

/** @throws an error that tells the operator what to change */
export function readSettings({ UPSTREAM, PROGRESS = 'drop', HERMES, HOSTS }: Bindings): Settings {
  const progress = readForm(PROGRESS);
  if (!progress) throw new Error(`PROGRESS is one of ${FORMS.join(', ')}, not "${PROGRESS}".`);
  return { upstream: readUpstream(UPSTREAM), progress, isHermes: HERMES === 'true', hosts: HOSTS?.split(' ') ?? null };
}

/** @returns null for a word that names no form */
export function readForm(word: string): ProgressForm | null {
  return FORMS.find((form) => form === word) ?? null;
}

/** @throws an error that tells the operator what to change */
export function readUpstream(address: string | undefined): URL {
  const url = address !== undefined && URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new Error(`UPSTREAM is the address of a server, such as http://127.0.0.1:8642, not "${address ?? ''}".`);
  if (url.username !== '' || url.password !== '')
    throw new Error('UPSTREAM holds no name and no password: clients send their own keys, which pass through.');
  return url;
}
