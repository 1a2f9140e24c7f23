/**
 * As much of an Open WebUI server as the extension uses: its configuration, who is signed in, and functions. Shapes,
 * statuses and texts are those of 0.12.4. Runs anywhere, in a server as well as in a page.
 */

export interface StoredFunction {
  readonly id: string;
  readonly name: string;
  readonly content: string;
  readonly is_active: boolean;
  readonly is_global: boolean;
}

export interface ApiOptions {
  /** 0.12.4 by default. */
  readonly version?: string;
  readonly name?: string;
  readonly websocket?: boolean;
  readonly directConnections?: boolean;
  readonly functions?: readonly StoredFunction[];
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

const NOT_FOUND: ApiAnswer = { status: 401, body: { detail: "We could not find what you're looking for :/" } };
const PROHIBITED: ApiAnswer = {
  status: 401,
  body: {
    detail: 'You do not have permission to access this resource. Please contact your administrator for assistance.',
  },
};

export function createOpenWebUiApi(options: ApiOptions = {}): OpenWebUiApi {
  const stored = new Map((options.functions ?? []).map((one) => [one.id, one]));

  function put(id: string, some: Partial<StoredFunction>): ApiAnswer {
    const known = stored.get(id);
    if (!known) return NOT_FOUND;
    const next = { ...known, ...some };
    stored.set(id, next);
    return { status: 200, body: described(next) };
  }

  function create(body: unknown): ApiAnswer {
    const form = readForm(body);
    if (stored.has(form.id)) {
      return {
        status: 400,
        body: { detail: 'Uh-oh! This id is already registered. Please choose another id string.' },
      };
    }
    stored.set(form.id, { ...form, is_active: false, is_global: false });
    return put(form.id, {});
  }

  /** What an admin may do to one function. */
  function administer(method: string, id: string, action: string, body: unknown): ApiAnswer {
    const known = stored.get(id);
    switch (`${method} ${action}`) {
      case 'GET ':
        return put(id, {});
      case 'POST update':
        return put(id, { name: readForm(body).name, content: readForm(body).content });
      case 'POST toggle':
        return put(id, { is_active: !known?.is_active });
      case 'POST toggle/global':
        return put(id, { is_global: !known?.is_global });
      case 'DELETE delete':
        return { status: 200, body: stored.delete(id) };
      default:
        return { status: 404, body: { detail: 'Not Found' } };
    }
  }

  return {
    functions: () => [...stored.values()],
    answer({ method, path, token, body }) {
      const { refuse } = options;
      if (refuse?.method === method && refuse.path === path) return { status: 400, body: { detail: refuse.detail } };
      const role = token === ADMIN ? 'admin' : token === MEMBER ? 'user' : null;
      if (path === '/api/config') return { status: 200, body: config(options, role !== null) };
      if (role === null) return { status: 401, body: { detail: 'Not authenticated' } };
      if (path === '/api/v1/auths/')
        return { status: 200, body: { id: role, name: 'Ada', email: 'ada@example.org', role } };
      if (method === 'GET' && path === '/api/v1/functions/') {
        return { status: 200, body: [...stored.values()].map((one) => ({ ...described(one), content: undefined })) };
      }
      if (role !== 'admin') return PROHIBITED;
      if (method === 'POST' && path === '/api/v1/functions/create') return create(body);
      const [, id, action = ''] = /^\/api\/v1\/functions\/id\/(\w+)(?:\/(.+))?$/.exec(path) ?? [];
      return id === undefined ? { status: 404, body: { detail: 'Not Found' } } : administer(method, id, action, body);
    },
  };
}

function config(options: ApiOptions, signedIn: boolean): unknown {
  const { version = '0.12.4', name = 'Open WebUI', websocket = true, directConnections = false } = options;
  return {
    status: true,
    name,
    version,
    default_locale: '',
    oauth: { providers: {} },
    features: {
      auth: true,
      enable_signup: false,
      enable_websocket: websocket,
      ...(signedIn ? { enable_direct_connections: directConnections } : {}),
    },
  };
}

/** A function as the server returns it, with the front matter of its source as the manifest. */
function described(stored: StoredFunction): Record<string, unknown> {
  const front = /^\s*"""\n([\s\S]*?)"""/.exec(stored.content)?.[1] ?? '';
  const manifest = Object.fromEntries(
    [...front.matchAll(/^\s*([a-z_]+):\s*(.*)$/gim)].map(([, key, value]) => [key, value?.trim()]),
  );
  return {
    ...stored,
    user_id: 'admin',
    type: 'filter',
    meta: { description: '', manifest },
    updated_at: 1_780_000_000,
    created_at: 1_780_000_000,
  };
}

function readForm(body: unknown): { id: string; name: string; content: string } {
  const { id, name, content } = body as Record<string, unknown>;
  return { id: String(id), name: String(name), content: String(content) };
}
