import type {
  CallAnswer,
  CallRequest,
  OpenWebUiCall,
} from '../../src/companion/open-webui-call.ts';
import { createFunctions, type StoredFunction } from '../support/open-webui-api.ts';

/**
 * What goes wrong with a call: `refused`: nothing is done and the server says so; `unreachable`:
 * nothing is done, no answer; `lost`: it is done, but the answer never arrives.
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

/** The functions API of a server that is called by one person, and may fail. */
export function fakeOpenWebUi({
  role = 'admin',
  functions: initial = [],
  fault,
}: FakeOptions = {}): FakeOpenWebUi {
  const { stored: functions, answer } = createFunctions(initial);
  const calls: string[] = [];

  function call(request: CallRequest): Promise<CallAnswer> {
    calls.push(`${request.method} ${request.path}`);
    const kind = fault?.(calls.length - 1, request) ?? null;
    if (kind === 'refused')
      return Promise.resolve({ status: 500, body: { detail: 'The disk is full' } });
    if (kind === 'unreachable') return Promise.resolve({ status: 0, body: null });
    const given = answer(role, request);
    return Promise.resolve(kind === 'lost' ? { status: 0, body: null } : given);
  }

  return { call, functions, calls };
}
