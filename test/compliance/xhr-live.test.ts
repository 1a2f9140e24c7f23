import { expect, test } from 'vitest';
import { HOST_NAME } from '../../src/badges/look/host-name.ts';
import { readShadowRoots } from '../../src/tools/browsers/shadow-roots.ts';
import { BROWSERS } from '../support/browsers.ts';
import { openHooked, runProbe, stageIn } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s tools are shown while they run, even if the page reads its reply only at the end',
  async (kind) => {
    const { driver, server, hooked } = await stageIn(kind);
    await hooked.bringToFront();
    await openHooked(hooked, server.hooked);

    await runProbe(
      hooked,
      ({ stream }) => {
        const frames = ['Let me see. ', '\n`💻 ls /srv`\n', '\n\nIt '].map((content) => {
          const choices = [{ index: 0, delta: { content }, finish_reason: null }];
          return `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', model: 'agent', choices })}\n\n`;
        });
        const xhr = new XMLHttpRequest();
        xhr.open('POST', stream(0, 'hold', { text: frames.join('') }));
        xhr.onload = () => {
          document.title = xhr.responseText.includes('ls /srv') ? 'marker' : 'clean';
        };
        xhr.send('{"messages":[{"role":"user","content":"hello"}],"stream":true}');
        Object.assign(window, { end: stream(0).replace('/stream', '/step') });
      },
      server,
    );
    const badges = async (): Promise<string> =>
      JSON.stringify(await readShadowRoots(driver, hooked, HOST_NAME));
    await expect.poll(badges, { timeout: 10_000 }).toContain('Tool running: ls /srv');
    expect(await hooked.title()).toBe('A page');
    await hooked.evaluate(() => fetch(`${(window as unknown as { end: string }).end}&do=end`));
    await expect.poll(() => hooked.title()).toBe('clean');
  },
);
