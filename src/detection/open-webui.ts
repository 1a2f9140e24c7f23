import { oneLine } from '../lib/plain-text.ts';
import type { CallAnswer, CallRequest } from '../companion/open-webui-call.ts';
import { isObject } from '../normalizer/json/json-edit.ts';
import type { PageCalls } from './page-call.ts';

/** What an Open WebUI server reports about itself. Its texts come from the server: show them as text only. */
export interface OpenWebUi {
  /** Such as "0.12.4": three numbers, perhaps with a suffix. */
  readonly version: string;
  /** The site's name for itself, one line. */
  readonly name: string;
  /** False if replies come by polling instead. */
  readonly websocket: boolean;
  /** Whether people may connect the page to a model of their own; null if nobody is signed in. */
  readonly directConnections: boolean | null;
}

const CONFIG: CallRequest = { method: 'GET', path: '/api/config' };
const VERSION = /^\d{1,4}\.\d{1,4}\.\d{1,4}\S{0,20}$/;
/** UTF-16 units. */
const LONGEST_NAME = 60;

/**
 * Reads first what every visitor may know, then, from an Open WebUI, what it tells the signed-in person.
 * @returns null if the page is not an Open WebUI or its server does not answer
 */
export async function readOpenWebUi(calls: PageCalls): Promise<OpenWebUi | null> {
  const answer = await calls.anonymous(CONFIG);
  const known = readConfig(answer);
  // A proxy in front of the server may redirect or refuse everybody who is not signed in to it.
  if (!known && ![0, 401, 403].includes(answer.status)) return null;
  const own = readConfig(await calls.signedIn(CONFIG));
  const found = known ?? own;
  return found && { ...found, directConnections: own?.directConnections ?? null };
}

/** Reads the shape that `/api/config` has from 0.5.0 to 0.12. */
function readConfig({ status, body }: CallAnswer): OpenWebUi | null {
  if (status !== 200 || !isObject(body) || !isObject(body.features)) return null;
  const { version, name, features } = body;
  if (typeof version !== 'string' || !VERSION.test(version)) return null;
  const { enable_websocket: websocket, enable_direct_connections: direct } = features;
  return {
    version,
    name: oneLine(typeof name === 'string' ? name : null, LONGEST_NAME),
    websocket: websocket !== false,
    directConnections: typeof direct === 'boolean' ? direct : null,
  };
}

/** @param version as in `OpenWebUi`; a suffix is ignored */
export function isAtLeast(version: string, major: number, minor: number, patch: number): boolean {
  const [a = 0, b = 0, c = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  return a !== major ? a > major : b !== minor ? b > minor : c >= patch;
}
