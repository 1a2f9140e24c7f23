import type { CallAnswer, CallRequest } from '../companion/open-webui-call.ts';
import { isObject } from '../normalizer/json/json-edit.ts';
import type { PageCalls } from './page-call.ts';

/** What an Open WebUI server reports about itself. */
export interface OpenWebUi {
  /**
   * Such as "0.12.4": three numbers, perhaps with a suffix. It comes from the server: show it as
   * text only.
   */
  readonly version: string;
}

const CONFIG: CallRequest = { method: 'GET', path: '/api/config' };
const VERSION = /^\d{1,4}\.\d{1,4}\.\d{1,4}\S{0,20}$/;

/**
 * Reads the public report of the server.
 * @returns null if the page is not an Open WebUI or its server does not answer
 */
export async function readOpenWebUi(calls: PageCalls): Promise<OpenWebUi | null> {
  const first = await calls.anonymous(CONFIG);
  // A page that is just being loaded again gives no answer.
  const answer = first.status === 0 ? await calls.anonymous(CONFIG) : first;
  // A proxy in front of the server may redirect or refuse everybody who is not signed in to it.
  return readConfig([0, 401, 403].includes(answer.status) ? await calls.signedIn(CONFIG) : answer);
}

/**
 * Asks whether the signed-in person has connections of their own, over which the page itself talks
 * to an agent. Their keys are in the same answer, so only the number leaves the page.
 */
export async function hasOwnConnections({ signedIn }: PageCalls): Promise<boolean> {
  const part = ['ui', 'directConnections', 'OPENAI_API_BASE_URLS', 'length'];
  const { body } = await signedIn({ method: 'GET', path: '/api/v1/users/user/settings', part });
  return typeof body === 'number' && body > 0;
}

/** Reads the shape that `/api/config` has from 0.5.0 to 0.12. */
function readConfig({ status, body }: CallAnswer): OpenWebUi | null {
  if (status !== 200 || !isObject(body) || !isObject(body.features)) return null;
  const { version } = body;
  return typeof version === 'string' && VERSION.test(version) ? { version } : null;
}

/** @param version as in `OpenWebUi`; a suffix is ignored */
export function isAtLeast(version: string, major: number, minor: number, patch: number): boolean {
  const [a = 0, b = 0, c = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  return a !== major ? a > major : b !== minor ? b > minor : c >= patch;
}
