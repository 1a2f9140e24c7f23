/** Accounts of a real Open WebUI, and API calls on their behalf. */
import type { OpenWebUiCall } from '../../../companion/open-webui-call.ts';

export interface Account {
  readonly token: string;
  readonly call: OpenWebUiCall;
}

const PASSWORD = 'correct horse battery staple';

/**
 * Creates the first account, which is the administrator's.
 * @throws if the server refuses, for instance because there is one
 */
export async function createAdmin(origin: string): Promise<Account> {
  return account(
    origin,
    await must(createCall(origin, null), 'POST', '/api/v1/auths/signup', person('admin')),
  );
}

/** Has the administrator create an account without admin rights. */
export async function createUser(origin: string, admin: Account, name: string): Promise<Account> {
  return account(
    origin,
    await must(admin.call, 'POST', '/api/v1/auths/add', { ...person(name), role: 'user' }),
  );
}

/** @param token obtained by `createAdmin` or `createUser` */
export function accountOf(origin: string, token: string): Account {
  return { token, call: createCall(origin, token) };
}

/** @param token of the account that makes the call; null for none */
export function createCall(origin: string, token: string | null): OpenWebUiCall {
  return async ({ method, path, body }) => {
    try {
      const answer = await fetch(origin + path, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(token !== null && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, body: parse(text) };
    } catch {
      return { status: 0, body: null }; // Not reached.
    }
  };
}

/** Marks the release news as read, which would cover the page. */
async function readNews({ call }: Account): Promise<void> {
  const { version } = (await must(call, 'GET', '/api/config')) as { version: string };
  await must(call, 'POST', '/api/v1/users/user/settings/update', { ui: { version } });
}

function person(name: string): object {
  return { name, email: `${name}@example.com`, password: PASSWORD, profile_image_url: '/user.png' };
}

async function account(origin: string, answer: unknown): Promise<Account> {
  const made = accountOf(origin, (answer as { token: string }).token);
  await readNews(made);
  return made;
}

/** Makes a call. @returns what it brought. @throws unless the server answers 200 */
export async function must(
  call: OpenWebUiCall,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<unknown> {
  const answer = await call({ method, path, ...(body !== undefined && { body }) });
  if (answer.status === 200) return answer.body;
  throw new Error(
    `Open WebUI answered ${answer.status} to ${method} ${path}: ${JSON.stringify(answer.body)}`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null; // A page, or nothing.
  }
}
