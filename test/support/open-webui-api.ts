/**
 * As much of an Open WebUI server as the extension uses: its configuration, who is signed in, and
 * functions. Shapes, statuses and texts are those of 0.12.4. Runs anywhere, in a server as well as
 * in a page.
 */

export interface StoredFunction {
  readonly id: string;
  readonly name: string;
  readonly content: string;
  /** What is stored beside it, with the front matter of its source as the manifest. */
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly is_active: boolean;
  readonly is_global: boolean;
}

export interface ApiOptions {
  /** 0.12.4 by default. */
  readonly version?: string;
  readonly functions?: readonly StoredFunction[];
  /** Addresses of agents that the signed-in person has connected for themselves. */
  readonly own?: readonly string[];
  /** Method and path that are refused, with this detail. */
  readonly refuse?: { readonly method: string; readonly path: string; readonly detail: string };
}

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  /** Bearer token; see `ADMIN` and `MEMBER`. */
  readonly token: string | null;
  /** Parsed JSON. */
  readonly body?: unknown;
}

export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
}

export interface OpenWebUiApi {
  answer(request: ApiRequest): ApiAnswer;
  /** Their present state. */
  functions(): readonly StoredFunction[];
}

/** Tokens of an admin and of somebody who is not one. */
export const ADMIN = 'token-of-the-admin';
export const MEMBER = 'token-of-a-member';

const PROHIBITED =
  'You do not have permission to access this resource. Please contact your administrator for assistance.';

export function createOpenWebUiApi(options: ApiOptions = {}): OpenWebUiApi {
  const functions = createFunctions(options.functions);

  return {
    functions: () => [...functions.stored.values()],
    answer({ method, path, token, body }) {
      const { refuse } = options;
      if (refuse?.method === method && refuse.path === path) return refused(400, refuse.detail);
      const role = token === ADMIN ? 'admin' : token === MEMBER ? 'user' : null;
      if (path === '/api/config') return { status: 200, body: config(options, role !== null) };
      if (path === '/api/v1/users/user/settings')
        return {
          status: 200,
          body: { ui: { directConnections: { OPENAI_API_BASE_URLS: options.own } } },
        };
      return functions.answer(role, { method, path, body });
    },
  };
}

/** The functions of a server, and who is signed in. */
export interface Functions {
  /** By id. */
  readonly stored: Map<string, StoredFunction>;
  /** @param role null: nobody is signed in */
  answer(role: string | null, request: Omit<ApiRequest, 'token'>): ApiAnswer;
}

/** As 0.6.43, 0.9.6 and 0.12.4 answer: both toggles flip, and a missing function is a 401. */
export function createFunctions(initial: readonly StoredFunction[] = []): Functions {
  const stored = new Map(initial.map((one) => [one.id, one]));

  function put(one: StoredFunction): ApiAnswer {
    stored.set(one.id, one);
    return { status: 200, body: described(one) };
  }

  /** What an admin may do. */
  function administer(method: string, path: string, body: unknown): ApiAnswer {
    const [, id = '', action = ''] =
      /^\/api\/v1\/functions\/(?:id\/(\w+)\/?)?(.*)$/.exec(path) ?? [];
    const form = body as StoredFunction;
    if (`${method} ${action}` === 'POST create')
      return stored.has(form.id)
        ? refused(400, 'Uh-oh! This id is already registered. Please choose another id string.')
        : put(withManifest({ ...form, is_active: false, is_global: false }));
    if (`${method} ${action}` === 'DELETE delete') return { status: 200, body: stored.delete(id) };
    const known = stored.get(id);
    if (!known) return refused(401, "We could not find what you're looking for :/");
    switch (`${method} ${action}`) {
      case 'GET ':
        return { status: 200, body: described(known) };
      case 'POST update':
        return put(withManifest({ ...known, ...form }));
      case 'POST toggle':
        return put({ ...known, is_active: !known.is_active });
      case 'POST toggle/global':
        return put({ ...known, is_global: !known.is_global });
      default:
        return refused(404, 'Not Found');
    }
  }

  return {
    stored,
    answer(role, { method, path, body }) {
      if (role === null) return refused(401, 'Not authenticated');
      if (path === '/api/v1/auths/')
        return { status: 200, body: { id: role, name: 'Ada', email: 'ada@example.org', role } };
      // What everybody may read has no source.
      if (method === 'GET' && path === '/api/v1/functions/')
        return {
          status: 200,
          body: [...stored.values()].map((one) => ({ ...described(one), content: undefined })),
        };
      return role === 'admin' ? administer(method, path, body) : refused(401, PROHIBITED);
    },
  };
}

function refused(status: number, detail: string): ApiAnswer {
  return { status, body: { detail } };
}

function config(options: ApiOptions, signedIn: boolean): unknown {
  const { version = '0.12.4' } = options;
  return {
    status: true,
    name: 'Open WebUI',
    version,
    default_locale: '',
    oauth: { providers: {} },
    features: {
      auth: true,
      enable_signup: false,
      enable_websocket: true,
      ...(signedIn ? { enable_direct_connections: false } : {}),
    },
  };
}

/** A function as the server returns it. */
function described(one: StoredFunction): Record<string, unknown> {
  const { meta } = one.meta ? one : withManifest(one);
  return {
    ...one,
    meta,
    user_id: 'admin',
    type: 'filter',
    updated_at: 1_780_000_000,
    created_at: 1_780_000_000,
  };
}

/** The server reads the title and the version at the top of the source. */
function withManifest(one: StoredFunction): StoredFunction {
  const front = /^\s*"""\n([\s\S]*?)"""/.exec(one.content)?.[1] ?? '';
  const entries = [...front.matchAll(/^\s*(title|version):\s*(.*)$/gim)].map(([, key, value]) => [
    key,
    value?.trim(),
  ]);
  return { ...one, meta: { ...one.meta, manifest: Object.fromEntries(entries) as object } };
}
