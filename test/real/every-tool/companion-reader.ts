import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Upstream } from '../../../src/tools/demo/servers/hermes.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

/** As requests have them. */
export interface ChatMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** What the companion tells pages of each call, by its id, and its last status line. */
export interface CompanionSaid {
  readonly told: Readonly<Record<string, { readonly status: string }>>;
  readonly line: string;
}

/**
 * Starts the companion's own code.
 * @param programs those of a Python that has what it needs, as the agent's does
 */
export function startCompanion(programs: string) {
  const child = spawn(join(programs, 'python'), [
    '-B',
    join(ROOT, 'test/companion/run_filter.py'),
    join(ROOT, 'src/companion/stream_fixer_companion.py'),
  ]);
  let errors = '';
  child.stderr.on('data', (piece: Buffer) => (errors += piece.toString()));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    /** Asks an agent as Open WebUI does. @param earlier what was said before in the chat */
    async ask(
      { origin, key }: Upstream,
      question: string,
      earlier: readonly ChatMessage[] = [],
    ): Promise<CompanionSaid> {
      const job = { do: 'live', url: `${origin}/v1`, key, question, earlier };
      child.stdin.write(`${JSON.stringify(job)}\n`);
      const line = await lines.next();
      if (line.done) throw new Error(errors);
      return JSON.parse(line.value) as CompanionSaid;
    },
    close: () => void child.kill(),
  };
}
