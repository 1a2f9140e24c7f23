/**
 * `npm run test:one -- NAME`: the tests of any project whose path contains NAME, without types,
 * lint and the rest. `BROWSER=firefox npm run test:one -- NAME` runs the tests that come in both
 * browsers in that one only. Further arguments go to vitest, such as `-t 'part of a test name'`.
 */
import { projectsOf } from './support/projects-of.ts';
import { testProject } from './support/steps.ts';
import { sum, toLines, type Tally } from './support/tally.ts';

async function main(args: readonly string[]): Promise<void> {
  const browser = process.env.BROWSER ?? '';
  if (args.length === 0 || !['', 'chromium', 'firefox'].includes(browser)) {
    process.stderr.write(
      'Name a test, such as: BROWSER=firefox npm run test:one -- popup. BROWSER is chromium, firefox or nothing.\n',
    );
    process.exitCode = 2;
    return;
  }
  if (browser) process.env.STREAM_FIXER_BROWSER = browser;
  const projects = projectsOf(args);
  if (projects.length === 0) {
    process.stderr.write(`No test file in test/ is named like ${args.join(' ')}.\n`);
    process.exitCode = 1;
    return;
  }
  // One after the other: two of them start browsers.
  const tallies: Tally[] = [];
  for (const project of projects) tallies.push(await testProject(project, args));
  const total = sum(tallies);
  process.stdout.write(`\n${toLines(total)}\n`);
  if (total.failed > 0 || total.passed === 0) process.exitCode = 1;
}

await main(process.argv.slice(2));
