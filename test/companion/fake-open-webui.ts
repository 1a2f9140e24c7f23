import type { CallAnswer, CallRequest, OpenWebUiCall } from '../../src/companion/open-webui-call.ts';
import { readFrontMatter } from '../../src/companion/source.ts';

/** A function as Open WebUI stores it. */
export interface StoredFunction {
  readonly id: string;
  readonly name: string;
  readonly content: string;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly is_active: boolean;
  readonly is_global: boolean;
}

/**
 * What goes wrong with a call: `refused`: nothing is done and the server says so; `unreachable`: nothing is done, no
 * answer; `lost`: it is done, but the answer never arrives.
 */
export type Fault = 'refused' | 'unreachable' | 'lost';

export interface FakeOpenWebUi {
  readonly call: OpenWebUiCall;
  readonly functions: Map<string, StoredFunction>;
  /** Method and path of every call so far. */
  readonly calls: string[];
}

export interface FakeOptions {
  /** Null: nobody is signed in. */
  readonly role?: string | null;
  readonly functions?: readonly StoredFunction[];
  /** @param n number of the call, from 0 */
  fault?(n: number, request: CallRequest): Fault | null;
}

const OK = 200;
const NO_CONNECTION: CallAnswer = { status: 0, body: null };

/** The functions API as 0.6.43, 0.9.6 and 0.12.4 answer: both toggles flip, and a missing function is a 401. */
export function fakeOpenWebUi({ role = 'admin', functions: initial = [], fault }: FakeOptions = {}): FakeOpenWebUi {
  const functions = new Map(initial.map((entry) => [entry.id, entry]));
  const calls: string[] = [];

  function answer({ method, path, body }: CallRequest): CallAnswer {
    if (role === null) return refused(401, '401 Unauthorized');
    if (path === '/api/v1/auths/') return { status: OK, body: { id: 'u', email: 'a@example.org', name: 'A', role } };
    // What everybody may read has no source.
    if (method === 'GET' && path === '/api/v1/functions/')
      return { status: OK, body: [...functions.values()].map((entry) => ({ ...entry, content: undefined })) };
    if (role !== 'admin')
      return refused(
        401,
        'You do not have permission to access this resource. Please contact your administrator for assistance.',
      );
    if (path === '/api/v1/functions/create') return write(body as StoredFunction, false);
    const [, id = '', rest] = /^\/api\/v1\/functions\/id\/(\w+)(.*)$/.exec(path) ?? [];
    const found = functions.get(id);
    if (`${method} ${rest}` === 'DELETE /delete') return { status: OK, body: functions.delete(id) };
    if (!found) return refused(401, "We could not find what you're looking for :/");
    switch (`${method} ${rest}`) {
      case 'GET ':
        return { status: OK, body: found };
      case 'POST /update':
        return write({ ...found, ...(body as StoredFunction) }, true);
      case 'POST /toggle':
        return put({ ...found, is_active: !found.is_active });
      case 'POST /toggle/global':
        return put({ ...found, is_global: !found.is_global });
      default:
        return refused(405, 'Method Not Allowed');
    }
  }

  function write(form: StoredFunction, isUpdate: boolean): CallAnswer {
    if (!isUpdate && functions.has(form.id))
      return refused(400, 'Uh-oh! This id is already registered. Please choose another id string.');
    const manifest = {
      title: readFrontMatter(form.content, 'title') ?? undefined,
      version: readFrontMatter(form.content, 'version') ?? undefined,
    };
    const switches = isUpdate ? {} : { is_active: false, is_global: false };
    return put({ ...form, ...switches, meta: { ...form.meta, manifest } });
  }

  function put(entry: StoredFunction): CallAnswer {
    functions.set(entry.id, entry);
    return { status: OK, body: entry };
  }

  function call(request: CallRequest): Promise<CallAnswer> {
    calls.push(`${request.method} ${request.path}`);
    const kind = fault?.(calls.length - 1, request) ?? null;
    if (kind === 'refused') return Promise.resolve(refused(500, 'The disk is full'));
    if (kind === 'unreachable') return Promise.resolve(NO_CONNECTION);
    const given = answer(request);
    return Promise.resolve(kind === 'lost' ? NO_CONNECTION : given);
  }

  return { call, functions, calls };
}

function refused(status: number, detail: string): CallAnswer {
  return { status, body: { detail } };
}
