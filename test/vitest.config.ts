import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { WxtVitest } from 'wxt/testing/vitest-plugin';
import { LongFirst } from './support/long-first.ts';
import { NOT_PURE, PURE_FOLDERS } from './support/projects-of.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What all projects share: the same syntax for components as the build has. */
const shared = { root, oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } } } as const;

/**
 * Waits end with what they wait for: a second, the default of vitest, is too short on a busy
 * machine.
 */
const PATIENT = { poll: { timeout: 15_000 } };

/**
 * Projects that drive real browsers: few workers for all files, so that a started browser serves
 * many.
 * @param workers each has its own browsers, and each runs one file at a time
 */
function browsers(name: string, workers = 1) {
  return {
    ...shared,
    test: {
      name,
      root,
      // What is compared with a real page is read from the same files.
      setupFiles: ['test/support/english.ts'],
      include: [`test/${name}/**/*.test.{ts,tsx}`],
      globalSetup: 'test/support/build-first.ts',
      pool: 'forks' as const,
      isolate: false,
      maxWorkers: workers,
      testTimeout: 60_000,
      hookTimeout: 60_000,
      teardownTimeout: 20_000,
      expect: PATIENT,
    },
  };
}

/**
 * A busy machine can make a program that is not ours miss a limit once. What fails twice is broken,
 * and the end of a run names what passed only then. Nothing else is tried twice, and `npm run
 * test:again` nothing at all.
 */
const AGAIN = Number(process.env.STREAM_FIXER_RETRY ?? 1);

/** With real programs. */
function realBrowsers(name: string) {
  const project = browsers(name);
  return { ...project, test: { ...project.test, retry: AGAIN } };
}

/**
 * Milliseconds for tests that take seconds, but yield to those with browsers: 5 s were seen to
 * become 165.
 */
const BESIDE_BROWSERS = 300_000;

/**
 * Of what runs on once the browsers are done: vitest's own number leaves one core idle. Projects
 * with another number are of another group, or vitest runs none of them together.
 */
const ALL_CORES = { maxWorkers: '100%', sequence: { groupOrder: 1 } } as const;

/** Tests that can share a process; see `PURE_FOLDERS`. */
function pure() {
  return {
    ...shared,
    plugins: [WxtVitest({ root })],
    test: {
      name: 'pure',
      root,
      setupFiles: UNIT_SET_UP,
      include: PURE_FOLDERS.map((folder) => `test/${folder}/**/*.test.{ts,tsx}`),
      exclude: NOT_PURE,
      isolate: false,
      expect: PATIENT,
      testTimeout: BESIDE_BROWSERS,
      hookTimeout: BESIDE_BROWSERS,
    },
  };
}

/** All tests that are of no other project. */
function unit() {
  const others = [
    ...PURE_FOLDERS.filter((folder) => !folder.includes('/')),
    'meta',
    'fuzz',
    'compliance',
    'e2e',
    'real',
  ];
  return {
    ...shared,
    // Here `browser` of 'wxt/browser' is the fake browser.
    plugins: [WxtVitest({ root })],
    test: {
      name: 'unit',
      root,
      setupFiles: UNIT_SET_UP,
      include: [
        `test/!(${[...others, 'tools'].join('|')})/**/*.test.{ts,tsx}`,
        'test/tools/!(cli|demo)/**/*.test.ts',
        ...NOT_PURE,
      ],
      ...ALL_CORES,
      expect: PATIENT,
      testTimeout: BESIDE_BROWSERS,
      hookTimeout: BESIDE_BROWSERS,
    },
  };
}

/** There is no browser to read texts from. */
const UNIT_SET_UP = ['test/support/english.ts', 'test/support/fake-storage-keys.ts'];

/** Millions of made and broken streams: forks, which the watchdog of a test can end. */
function fuzz() {
  return {
    ...shared,
    test: {
      name: 'fuzz',
      root,
      include: ['test/fuzz/**/*.test.ts'],
      pool: 'forks' as const,
      maxWorkers: 2,
      testTimeout: 600_000,
    },
  };
}

/** Real servers too: `npm run test:real`. They take a minute to start, and a turn takes seconds. */
function realServers() {
  const project = realBrowsers('real');
  return {
    ...project,
    test: {
      ...project.test,
      exclude: [...AGENTS, ...ALONE, ...PROGRAMS, ...MACHINE, PAGES],
      testTimeout: 120_000,
      globalSetup: 'test/real/global-setup.ts',
    },
  };
}

/** They start the servers that they need themselves, and run beside those that share some. */
const AGENTS = ['approvals', 'every-tool', 'questions', 'status-lines'].map(
  (name) => `test/real/${name}.test.ts`,
);

function realAgents() {
  const project = realBrowsers('real-agents');
  return { ...project, test: { ...project.test, include: AGENTS, testTimeout: 120_000 } };
}

/** They set policies that every browser of the machine reads: nothing else runs beside them. */
const MACHINE = ['forced-installation', 'managed-settings'].map(
  (name) => `test/real/${name}.test.ts`,
);

function realMachine() {
  const project = realBrowsers('real-machine');
  return { ...project, test: { ...project.test, include: MACHINE, testTimeout: 120_000 } };
}

/** They need a browser and none of the servers: llama.cpp's own starts in a second. */
const ALONE = ['test/real/llama-cpp/*.test.ts', 'test/real/wrapping-libraries.test.ts'];

function realAlone() {
  const project = realBrowsers('real-alone');
  return { ...project, test: { ...project.test, include: ALONE } };
}

/** They start what they need themselves, and no browser. */
const PROGRAMS = ['gateway/*', 'behind-companion', 'companion-*', 'containers', 'package-*'].map(
  (name) => `test/real/${name}.test.ts`,
);

function realPrograms() {
  const project = realBrowsers('real-programs');
  return { ...project, test: { ...project.test, include: PROGRAMS, testTimeout: 120_000 } };
}

/** Programs of their own; `npm run test:real -- --pages`. */
const PAGES = 'test/real/pages/**';

function realPages() {
  const project = realBrowsers('real-pages');
  return { ...project, test: { ...project.test, include: [`${PAGES}/*.test.ts`] } };
}

/**
 * The values in a message, in UTF-16 units: the end of a run shows only its first line, and `[
 * Array(1) ]` tells nothing.
 */
const chaiConfig = { truncateThreshold: 400 };

export default defineConfig({
  root,
  test: {
    root,
    sequence: { sequencer: LongFirst },
    projects: [
      pure(),
      unit(),
      {
        ...shared,
        test: {
          name: 'meta',
          root,
          include: ['test/meta/**/*.test.ts'],
          globalSetup: 'test/meta/global-setup.ts',
          ...ALL_CORES,
          expect: PATIENT,
          testTimeout: BESIDE_BROWSERS,
          hookTimeout: BESIDE_BROWSERS,
        },
      },
      fuzz(),
      browsers('compliance', 2),
      // Its tests mostly wait: for a browser, or for what must not come.
      browsers('e2e', 3),
      realServers(),
      realAgents(),
      realMachine(),
      realAlone(),
      realPrograms(),
      realPages(),
    ].map((project) => ({ ...project, test: { ...project.test, chaiConfig } })),
  },
});
