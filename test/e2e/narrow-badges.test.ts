/** What a narrow window does to the lines of a reply, in every language. */
import { expect, test } from 'vitest';
import type { Progress } from '../../src/normalizer/progress/progress-types.ts';
import { sceneBrowser } from '../support/scene-browser.ts';

const LANGUAGES = ['en', 'de', 'es', 'fr', 'ja', 'zh-CN', 'en-XA'];
/** Each word that a line can end with. */
const ENDS: readonly Partial<Progress>[] = [
  { status: 'ran' },
  { status: 'failed', receipt: { exitCode: 127 } },
  { status: 'failed', receipt: { output: '{}' } },
  { status: 'denied', receipt: { error: 'BLOCKED' } },
  { status: 'blocked', receipt: { error: 'BLOCKED' } },
  { status: 'timed-out', receipt: { error: 'late' } },
  { status: 'started' },
  { status: 'unknown' },
  { status: 'unknown', receipt: { unread: 'closed' } },
  { status: 'ended' },
  { status: 'undecided' },
];
/** Alone, a line has no bar beside it. */
const CALLS = [1, 2];

const scenes = sceneBrowser();

/**
 * Runs in a fresh chat.
 * @returns the parts of its lines that are beyond their line, or over each other
 */
async function faultsOf(end: Partial<Progress>, calls: number): Promise<string[]> {
  const { chat } = window;

  function faults(line: Element): string[] {
    const outer = line.getBoundingClientRect();
    const parts = [...line.querySelectorAll('.emoji, .name, .state, .chevron, .bar, .time')]
      .map((part) => ({ name: part.classList[0], box: part.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0);
    const over = ({ box: a }: { box: DOMRect }, { box: b }: { box: DOMRect }): boolean =>
      a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    return parts.flatMap((one, at) => [
      ...(one.box.right > outer.right + 1 ? [`${one.name} is beyond its line`] : []),
      ...parts
        .slice(at + 1)
        .filter((other) => over(one, other))
        .map((other) => `${one.name} is over ${other.name}`),
    ]);
  }

  chat.user('What?');
  chat.reply(chat.answer);
  chat.badges.startReply(1);
  for (let call = 0; call < calls; call++) {
    chat.run(1, call, '💻', 'curl -s https://api.weather.example/oslo');
    chat.advance(41_000);
    chat.finish(1, call, end);
  }
  chat.badges.endReply(1);
  await chat.settled();
  chat.press('fold');
  await chat.settled();
  const lines = chat.roots.flatMap((root) => [...root.querySelectorAll('.line')]);
  if (lines.length !== calls) return [`${lines.length} lines for ${calls} calls`];
  return lines.flatMap((line) => faults(line).map((fault) => `${line.textContent}: ${fault}`));
}

test.each(LANGUAGES)(
  'in a window of 320 px the parts of a line stand side by side: %s',
  async (language) => {
    const { site, driver } = scenes();
    const page = await driver.newPage();
    await page.setViewport({ width: 320, height: 640 });
    const found: string[] = [];
    for (const end of ENDS)
      for (const calls of CALLS) {
        await page.goto(`${site.origin}/test/screenshots/chat.html?theme=light&lang=${language}`);
        await page.waitForFunction(() => 'chat' in window);
        found.push(...(await page.evaluate(faultsOf, end, calls)));
      }

    await page.close();
    expect(found).toEqual([]);
  },
);
