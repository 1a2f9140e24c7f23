/**
 * Starts the servers of these tests before the first, all at once, and stops them after the last.
 */
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { installHermes, startHermes } from '../../src/tools/demo/servers/hermes.ts';
import { installOpenWebUi, startOpenWebUi } from '../../src/tools/demo/servers/open-webui.ts';
import { createAdmin, createUser } from '../../src/tools/demo/servers/open-webui-api.ts';
import { freePort } from '../../src/tools/demo/servers/server-process.ts';
import { HEALED_VERSIONS, MAIN } from './versions.ts';

/** A running Open WebUI. */
export interface RunningServer {
  readonly origin: string;
  readonly version: string;
  /** Whether its pages may use websockets. */
  readonly webSockets: boolean;
  readonly tokens: { readonly admin: string; readonly user: string };
}

/** What the tests get from this setup. */
export interface Running {
  readonly servers: readonly RunningServer[];
  readonly hermes: { readonly origin: string; readonly key: string };
  /** Of the model behind Hermes. */
  readonly modelUrl: string;
  /**
   * Where the servers look for the agent that replays recordings; the tests start it themselves, so
   * that they can hold it.
   */
  readonly recordedPort: number;
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly running: Running;
  }
}

/** Called by vitest. @returns a function that stops everything */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const closing: (() => Promise<void>)[] = [];
  async function teardown(): Promise<void> {
    await Promise.all(closing.map((close) => close()));
  }
  try {
    const recordedPort = await freePort();
    const hermes = await startHermes({
      programs: installHermes(),
      logFile: logFile('hermes'),
      allowedOrigins: ['*'],
    });
    closing.push(() => hermes.close());
    const agents = [hermes.upstream, { origin: `http://127.0.0.1:${recordedPort}`, key: 'none' }];

    async function start(version: string, webSockets: boolean): Promise<RunningServer> {
      const programs = installOpenWebUi(version);
      const server = await startOpenWebUi({
        programs,
        logFile: logFile(`open-webui-${version}${webSockets ? '' : '-polling'}`),
        agents,
        webSockets,
      });
      closing.push(() => server.close());
      const admin = await createAdmin(server.origin);
      const user = await createUser(server.origin, admin, 'user');
      return {
        origin: server.origin,
        version: server.version,
        webSockets,
        tokens: { admin: admin.token, user: user.token },
      };
    }

    const servers = await Promise.all([
      ...HEALED_VERSIONS.map((version) => start(version, true)),
      start(MAIN, false),
    ]);
    project.provide('running', {
      servers,
      hermes: hermes.upstream,
      modelUrl: hermes.model.baseUrl,
      recordedPort,
    });
    return teardown;
  } catch (error) {
    await teardown();
    throw error;
  }
}

function logFile(name: string): string {
  return fileURLToPath(new URL(`../../.demo/real/${name}.log`, import.meta.url));
}
