/** What is said of a whole reply of an agent that the page itself talks to. */
import { expect, onTestFinished, test } from 'vitest';
import { sleep, until } from '../../src/tools/browsers/until.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { BROWSERS, EITHER } from '../support/browsers.ts';
import { openEnabledSite } from './enabled-site.ts';
import { DONE, HEARTBEAT, STOP, text, toolEvent, type Frame } from './frames.ts';
import { wordsIn } from './notice.ts';
import type { Asked } from './stream-site.ts';

const SAYS = text('Two files.');
const FINISH = [STOP, DONE];

function tool(id: string, label: string, name = 'terminal'): Frame[] {
  return (['running', 'completed'] as const).map((status) => {
    const event = toolEvent(id, status, label);
    return { ...event, bytes: event.bytes.replace('terminal', name) };
  });
}

/** @param record what the agent has recorded, with the seconds since */
async function openReply(kind: BrowserKind, record: readonly object[]) {
  const reads: string[] = [];
  function answer({ method, path }: Asked) {
    if (method !== 'GET' || !path.startsWith('/api/sessions/')) return null;
    reads.push(path);
    const now = Date.now() / 1000;
    const data = record.map((entry) => ({
      ...entry,
      timestamp: now - ('ago' in entry ? Number(entry.ago) : 0),
    }));
    return { status: 200, body: JSON.stringify({ data }) };
  }
  const { driver, site, page } = await openEnabledSite(kind, { answer });
  await page.reload();
  await page.bringToFront();
  await page.evaluate("window.start('reply')");
  const stream = await site.stream('reply');
  onTestFinished(() => stream.end());
  const shown = () => wordsIn(driver, page);
  return { stream, shown, reads };
}

async function awaitWords(shown: () => Promise<string>, words: string): Promise<void> {
  await until(async () => (await shown()).includes(words), `"${words}"`, 10_000);
}

function result(id: string, exitCode: number) {
  return said(id, { output: '', exit_code: exitCode });
}

function said(id: string, content: object) {
  return { role: 'tool', tool_call_id: id, content: JSON.stringify(content) };
}

test.each(BROWSERS)('in %s a finished reply says in one sentence what ran', async (kind) => {
  const { stream, shown } = await openReply(kind, [
    result('a', 0),
    said('b', { content: '1|Two files.', total_lines: 1 }),
    result('c', 0),
    result('d', 3),
  ]);
  await stream.write(
    ...tool('a', 'ls'),
    ...tool('b', 'docs/sample.txt', 'read_file'),
    ...tool('c', 'date'),
    ...tool('d', 'exit 3'),
  );
  await stream.write(SAYS, ...FINISH);
  stream.end();

  await awaitWords(shown, '4 tools, 1 failed (exit 3)');
});

test.each(EITHER)('in %s a stream that ends behind a tool says that it broke off', async (kind) => {
  const { stream, shown } = await openReply(kind, []);
  await stream.write(SAYS, ...tool('a', 'ls'));
  stream.end();

  await awaitWords(shown, 'Broken off.');
});

test.each(EITHER)(
  'in %s a reply without tools says so if the record agrees, after one read',
  async (kind) => {
    const { stream, shown, reads } = await openReply(kind, [
      { ...result('x', 0), ago: 60 },
      { role: 'user', content: 'Go' },
      { role: 'assistant', content: 'Two files.' },
    ]);
    await stream.write(SAYS, ...FINISH);
    stream.end();

    await awaitWords(shown, 'No tool ran in this reply.');
    await sleep(1500);
    expect(reads).toHaveLength(1);
  },
);

test.each(EITHER)(
  'in %s a reply that only shows signs of life is said to go on, until more comes',
  async (kind) => {
    const { stream, shown } = await openReply(kind, []);
    await stream.write(SAYS);
    for (let i = 0; i < 7; i++) {
      await sleep(5000);
      await stream.write(HEARTBEAT);
    }
    await awaitWords(shown, 'Still working · 3');

    await stream.write(SAYS);
    await until(async () => !(await shown()).includes('Still working'), 'the line to go', 5000);
  },
);
