import { spawn } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { parseRecording } from '../../src/tools/demo/servers/recordings.ts';
import { createBodyNormalizer } from '../../src/normalizer/bodies/body-normalizer.ts';
import { bytesOf, pushAll, textOf } from '../normalizer/splits.ts';
import { createProject, type Project } from './installed.ts';

const root = resolve(import.meta.dirname, '../..');

const BODIES = Object.fromEntries(
  ['hermes/v0.8-chat-scenario-1', 'hermes/v0.19-chat-scenario-1', 'llama.cpp/b11549-one-tool'].map(
    (name) => [
      name,
      parseRecording(readFileSync(join(root, `test/recordings/${name}.txt`), 'utf8')).frames.join(
        '',
      ),
    ],
  ),
);

const MAIN = `
import * as cleaning from 'stream-fixer';
import * as doctor from 'stream-fixer/doctor';
import { probe } from './probe.mjs';
import { bodies } from './bodies.mjs';
console.log(JSON.stringify(await probe({ ...cleaning, ...doctor }, bodies)));
`;

/** @returns a folder with the package installed, and a program that uses all of it: `main.mjs` */
export async function createProbeProject(): Promise<Project> {
  const project = await createProject();
  copyFileSync(join(import.meta.dirname, 'probe.mjs'), join(project.folder, 'probe.mjs'));
  project.write(
    'bodies.mjs',
    `export const bodies = ${JSON.stringify(BODIES)};
`,
  );
  project.write('main.mjs', MAIN);
  return project;
}

/** @returns what it wrote to standard output */
async function run(project: Project, program: string, ...args: readonly string[]): Promise<string> {
  const child = spawn(program, args, {
    cwd: project.folder,
    env: { ...process.env, NO_COLOR: '1' },
  });
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (out === '') throw new Error(errors);
  return out;
}

/** What the program found, as it prints it. */
export interface Probed {
  readonly replies: Readonly<
    Record<
      string,
      { text: string; header: string; piped: string; doctor: string; progress: readonly unknown[] }
    >
  >;
  readonly [end: string]: unknown;
}

/** Runs it with a runtime, and expects the normalizer's output for the same bodies. */
export async function expectCleaned(
  project: Project,
  program: string,
  args: readonly string[],
): Promise<void> {
  expectAsNormalized(JSON.parse(await run(project, program, ...args, 'main.mjs')) as Probed);
}

/** Expects what the normalizer makes of the same bodies, in this Node. */
export function expectAsNormalized({ replies, ...rest }: Probed): void {
  for (const [name, body] of Object.entries(BODIES)) {
    const normalizer = createBodyNormalizer({
      contentType: 'text/event-stream',
      isReply: true,
      expectsMarkers: () => false,
    });
    const cleaned = textOf(pushAll(normalizer!, bytesOf(body), []));
    expect(cleaned).not.toBe(body);
    expect(replies[name]).toMatchObject({ text: cleaned, piped: cleaned, header: name });
    expect(replies[name]?.doctor).toContain('Stream');
  }
  expect(replies['hermes/v0.19-chat-scenario-1']?.progress).toHaveLength(2);
  const held = 'data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"a\\n"}}]}\n\n';
  expect(rest).toEqual({
    cut: [held, 'cut'],
    idle: held,
    cancelled: 'enough',
    calls: ['get_time', '', null, '{"zone":"CET"}'],
    request: {
      body: '{"messages":[{"role":"assistant","content":"Let me look.\\n\\nDone.\\n\\nThree."},{"role":"user","content":"`⏰ list`"}]}',
      markers: 2,
      asksReply: true,
      showsMarkers: true,
    },
    blob: null,
  });
}
