/** What whoever runs the gateway has chosen, as bindings of the worker. */
export interface Bindings {
  /** Address of the server behind it, such as `http://127.0.0.1:8642`; a path in it is put before every path that is asked for. */
  readonly UPSTREAM: string;
  /** The way to that server and to no other; on an edge platform there is none, and `fetch` is used. */
  readonly SERVICE?: { fetch(address: URL, init: RequestInit): Promise<Response> };
  /** How progress is handed on where a request does not say it: `drop`, `hermes` or `comments`; `drop` where nothing is said. */
  readonly PROGRESS?: string;
  /** `true`: the server is Hermes, and lines that look like its markers go without further evidence. */
  readonly HERMES?: string;
  /** Names by which the gateway may be called, separated by spaces; any where nothing is said. */
  readonly HOSTS?: string;
}

/** What becomes of the progress of tools. */
export type ProgressForm = 'drop' | 'hermes' | 'comments';

const FORMS: readonly ProgressForm[] = ['drop', 'hermes', 'comments'];

export interface Settings {
  readonly upstream: URL;
  readonly progress: ProgressForm;
  readonly isHermes: boolean;
  /** Null: any. */
  readonly hosts: readonly string[] | null;
}

/** @throws with what to change, for whoever runs the gateway */
export function readSettings({ UPSTREAM, PROGRESS = 'drop', HERMES, HOSTS }: Bindings): Settings {
  const progress = readForm(PROGRESS);
  if (!progress) throw new Error(`PROGRESS is one of ${FORMS.join(', ')}, not "${PROGRESS}".`);
  return { upstream: readUpstream(UPSTREAM), progress, isHermes: HERMES === 'true', hosts: HOSTS?.split(' ') ?? null };
}

/** @returns null for a word that names no form */
export function readForm(word: string): ProgressForm | null {
  return FORMS.find((form) => form === word) ?? null;
}

/** @throws with what to change */
export function readUpstream(address: string | undefined): URL {
  const url = address !== undefined && URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new Error(`UPSTREAM is the address of a server, such as http://127.0.0.1:8642, not "${address ?? ''}".`);
  if (url.username !== '' || url.password !== '')
    throw new Error('UPSTREAM holds no name and no password: clients send their own keys, which pass through.');
  return url;
}
