/** What badge, popup and the agent's own record say of a call: real Hermes of three releases, asked by a page itself. */
import { expect, onTestFinished, test } from 'vitest';
import { pressOurs } from '../../src/tools/browsers/in-shadow.ts';
import { sleep } from '../../src/tools/browsers/until.ts';
import type { HermesVersion } from '../../src/tools/demo/servers/hermes.ts';
import {
  badgeOf,
  expectCounted,
  expectNothingStored,
  openTalk,
  popupOf,
  printRow,
  replyOf,
  STATES,
  type State,
  type StateName,
  type Talk,
} from './states.ts';
import { askFrom, endOf, type Spoil } from './watched-agent.ts';

const ALL = Object.keys(STATES) as StateName[];

/** Asks and answers. @returns the text of the reply, and milliseconds by which the page got its end later */
async function talk(
  { driver, page, agent }: Talk,
  state: State,
  question: string,
): Promise<{ text: string; late: number }> {
  // A badge of the reply before would be taken for one of a reply without any.
  if (state.told === 'nothing') await page.reload();
  await page.bringToFront();
  await askFrom(page, agent, question);
  if (state.answer) {
    const before = agent.answers().length;
    await pressOurs(driver, page, state.answer, async () => agent.answers().length > before);
  }
  const { text, failed, ended } = await endOf(page, question);
  expect(failed).toBe('');
  return { text, late: ended - agent.passed.end };
}

test.each<[HermesVersion, 'chromium' | 'firefox', readonly StateName[]]>([
  ['0.22.2', 'chromium', ALL.filter((name) => name !== 'pending')],
  ['0.22.2', 'firefox', ['ran', 'failed', 'unknown tool', 'allowed', 'denied', 'blocked']],
  ['0.19.0', 'chromium', ['ran', 'failed', 'pending', 'unknown tool']],
  ['0.16.0', 'chromium', ['ran', 'failed', 'pending', 'unknown tool']],
])('Hermes %s in %s: badge and popup say what the record says', { timeout: 400_000 }, async (version, kind, names) => {
  const opened = await openTalk(version, kind);
  const { driver, page, agent } = opened;
  for (const name of names) {
    const state: State = STATES[name];
    const question = `${state.question} (${kind})`;
    const before = await popupOf(driver, page);
    const reads = agent.reads().length;
    const { text } = await talk(opened, state, question);
    expect(text).toBe(replyOf(state));
    // Time for what must not come.
    if (state.told === 'nothing') await sleep(2000);
    await expect.poll(async () => (await badgeOf(driver, page))[0]).toBe(state.told);
    await expectCounted(driver, page, before, state.told);
    const record = await agent.record(question);
    expect(record).toMatch(state.record);
    // Hermes 0.16 has not written anything before the end of a reply; its record is read there from then on.
    const early = version === '0.16.0' && name === names[0] ? 1 : 0;
    expect(agent.reads().length - reads).toBe(state.told === 'nothing' ? 0 : 1 + early);
    printRow(`${version}, ${kind}`, name, (await badgeOf(driver, page))[1], state.told, record.slice(0, 90));
  }
  await expectNothingStored(driver);
});

const SPOILT: Readonly<Record<string, Spoil>> = {
  'of 10 MB': (response) => void response.end(`{"data": [${'{"role":"tool","content":"x"},'.repeat(350_000)}{}]}`),
  'that comes after 5 s': async (response) => {
    await sleep(5000);
    response.end('{"data": []}');
  },
  'that is not there': (response) => void response.writeHead(404).end('{}'),
  'that is a page': (response) => void response.end('<!doctype html><title>Sign in</title>'),
};

test.each(Object.entries(SPOILT))(
  'a record %s changes nothing but the words',
  { timeout: 100_000 },
  async (what, spoil) => {
    const opened = await openTalk('0.22.2', 'chromium');
    const { driver, page, agent } = opened;
    agent.spoil = spoil;
    onTestFinished(() => void (agent.spoil = null));
    const reads = agent.reads().length;

    const { text, late } = await talk(opened, STATES.ran, `${STATES.ran.question} ${what}`);

    expect(text).toBe(replyOf(STATES.ran));
    expect(late).toBeLessThan(500);
    // Beyond the time in which a record has to arrive.
    await sleep(3000);
    expect((await badgeOf(driver, page))[0]).toBe('not reported');
    // Where it may not have been written yet, once more at the end.
    expect(agent.reads().length - reads).toBeLessThanOrEqual(2);
    printRow(`record ${what}`, `${late} ms later than the agent's end`, (await badgeOf(driver, page))[1]);
  },
);
