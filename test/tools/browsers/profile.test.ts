import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { createProfile } from '../../../src/tools/browsers/profile.ts';
import { until } from '../../../src/tools/browsers/until.ts';

const MODULE = new URL('../../../src/tools/browsers/profile.ts', import.meta.url).href;

/**
 * Two profiles, each with a sleeping process as the browser; prints their folders and process ids,
 * then runs `end`.
 */
function program(end: string): string {
  return `
    import { spawn } from 'node:child_process';
    import { createProfile } from ${JSON.stringify(MODULE)};
    const started = [1, 2].map(() => {
      const profile = createProfile();
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
      profile.launched(child);
      return [profile.directory, child.pid];
    });
    console.log(JSON.stringify(started));
    ${end}
  `;
}

async function start(end: string): Promise<{ child: ChildProcess; started: [string, number][] }> {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program(end)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string];
  return { child, started: JSON.parse(line) as [string, number][] };
}

/** A killed process may stay in the list until its parent has collected it: that counts as gone. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return (
      process.platform !== 'linux' ||
      !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
    );
  } catch {
    return false;
  }
}

const ENDINGS = [
  ['its work is done', 'process.exit(0);', null, 0],
  [
    'an uncaught error',
    "setTimeout(() => { throw new Error('an error nobody caught, on purpose') }, 0);",
    null,
    1,
  ],
  ['Ctrl-C', 'setInterval(() => {}, 1000);', 'SIGINT', 130],
  ['a polite kill', 'setInterval(() => {}, 1000);', 'SIGTERM', 143],
] as const;

test.each(ENDINGS)(
  'all browsers and profiles are gone when the process ends by %s',
  async (_how, end, signal, exitCode) => {
    const { child, started } = await start(end);
    const ended = once(child, 'exit') as Promise<[number | null]>;
    if (signal) child.kill(signal);

    expect((await ended)[0]).toBe(exitCode);
    expect(started).toHaveLength(2);
    for (const [directory, pid] of started) {
      expect(existsSync(directory)).toBe(false);
      await until(() => !isRunning(pid), `process ${pid} to end`);
    }
  },
);

test('leftovers of a killed process are deleted with the next profile, those of a running one stay', async () => {
  const { child, started } = await start('setInterval(() => {}, 1000);');
  const folders = started.map(([directory]) => directory);

  createProfile().remove();
  expect(folders.map((folder) => existsSync(folder))).toEqual([true, true]);

  child.kill('SIGKILL');
  await once(child, 'exit');
  for (const [, pid] of started) process.kill(pid, 'SIGKILL');
  createProfile().remove();
  expect(folders.map((folder) => existsSync(folder))).toEqual([false, false]);
});

test('an extension copied beside a profile is unaffected by later builds', () => {
  const build = mkdtempSync(join(tmpdir(), 'stream-fixer-build-'));
  writeFileSync(join(build, 'manifest.json'), 'first');
  const profile = createProfile();

  const copy = profile.copyExtension(build);
  rmSync(build, { recursive: true });

  expect(readFileSync(join(copy, 'manifest.json'), 'utf8')).toBe('first');
  profile.remove();
  expect(existsSync(copy)).toBe(false);
});
