import { expect, test } from 'vitest';
import { sharedBrowser } from '../support/browsers.ts';
import { readStoredChat, storeChat } from './open-webui-data.ts';
import { RECORDED, RECORDED_TEXTS } from './replies.ts';
import { openWebUi } from './servers.ts';
import { openTab } from './tab.ts';
import { isSince, VERSIONS } from './versions.ts';
import { words } from './words.ts';

/** What an agent answered before the extension was installed. */
const POISONED =
  'Let me look.\n`🔍 recall: "x"`\n\n\nIt is there:\n\n```text\n`⏰ list`\n```\n\nThat is all.';

test.each(VERSIONS)(
  '%s: a chat stored with a marker is shown without it, and can be continued',
  async (version) => {
    const server = await openWebUi(version);
    const id = await storeChat(server.admin, RECORDED, 'Where is it?', POISONED);
    const tab = await openTab({
      driver: await sharedBrowser('chromium'),
      server,
      marker: '(?:🔍|💻)',
    });

    await tab.chat.open(id);
    await tab.chat.untilDone(1);
    const [shown] = await tab.chat.replies();
    await tab.chat.ask('And what year is it?');

    expect(words(shown!.text)).toContain('Let me look. It is there:');
    expect(shown!.text).toContain('⏰ list');
    expect(await tab.markersSeen()).toEqual([]);
    expect(words((await tab.chat.replies())[1]!.text)).toBe(words(RECORDED_TEXTS[1]));
    expect(tab.faults()).toEqual([]);
    // Up to 0.8 the page stores what it received.
    if (isSince(version, '0.9')) {
      const stored = await readStoredChat(server.admin, id);
      expect(stored.filter(({ content }) => content.includes('🔍'))).toHaveLength(1);
    }
  },
);
