/** The servers that run beside the tests. */
import { inject } from 'vitest';
import { startAgentServer, type AgentServer } from '../../src/tools/demo/servers/agent-server.ts';
import { accountOf, type Account } from '../../src/tools/demo/servers/open-webui-api.ts';
import type { ModelRequest } from '../../src/tools/demo/servers/scripted-model.ts';
import { createGate, type Gate } from './gate.ts';
import type {} from './global-setup.ts';
import { MODELS } from './replies.ts';

/** Long enough for a badge to be seen running; a tool takes 0.3 s. */
const PACE = 0.2;

export interface RecordedAgent {
  readonly server: AgentServer;
  readonly gate: Gate;
}

export interface RealServer {
  readonly origin: string;
  readonly version: string;
  readonly admin: Account;
  /** Not an administrator. */
  readonly user: Account;
}

/**
 * Stored on the worker's global object, as it serves all files of a run, even if this module is
 * loaded again.
 */
const cache = globalThis as typeof globalThis & { recordedAgent?: Promise<RecordedAgent> };

/** The agent that replays, and can be held: all servers are connected to it. */
export function recordedAgent(): Promise<RecordedAgent> {
  async function start(): Promise<RecordedAgent> {
    const gate = createGate();
    const server = await startAgentServer({
      port: inject('running').recordedPort,
      pace: PACE,
      models: MODELS,
      onWrite: gate.onWrite,
      onAnswer: gate.onAnswer,
    });
    return { server, gate };
  }
  cache.recordedAgent ??= start();
  return cache.recordedAgent;
}

/** @returns the Open WebUI of this release, connected to Hermes and to the agent that replays */
export async function openWebUi(version: string, { webSockets = true } = {}): Promise<RealServer> {
  await recordedAgent();
  const { servers } = inject('running');
  const found = servers.find(
    (server) => server.version === version && server.webSockets === webSockets,
  );
  if (!found)
    throw new Error(
      `Open WebUI ${version} does not run; there are ${servers.map((server) => server.version).join(', ')}.`,
    );
  const { origin, tokens } = found;
  return {
    origin,
    version,
    admin: accountOf(origin, tokens.admin),
    user: accountOf(origin, tokens.user),
  };
}

/** @returns every request to the model behind Hermes, in order */
export async function modelRequests(): Promise<ModelRequest[]> {
  const answer = await fetch(`${inject('running').modelUrl}/requests`);
  return (await answer.json()) as ModelRequest[];
}
