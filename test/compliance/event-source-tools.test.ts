import { test } from 'vitest';
import { until } from '../../src/tools/browsers/until.ts';
import { readBadges } from '../../src/tools/demo/badges-seen.ts';
import { BROWSERS } from '../support/browsers.ts';
import { openHooked, runProbe, stageIn } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s a tool that the page does not listen to is shown, running until the page closes the EventSource',
  async (kind) => {
    const { driver, server, hooked } = await stageIn(kind);
    await hooked.bringToFront();
    await openHooked(hooked, server.hooked);

    await runProbe(
      hooked,
      async ({ url }) => {
        const tool = '{"tool":"terminal","emoji":"💻","label":"ls","toolCallId":"c1","status":"running"}';
        const text = `data: {"choices":[{"index":0,"delta":{"role":"assistant"}}]}\n\nevent: hermes.tool.progress\ndata: ${tool}\n\n`;
        document.body.append(Object.assign(document.createElement('p'), { className: 'assistant-message' }));
        const source = new EventSource(url('/events', { script: JSON.stringify([`${text}event: done\ndata: x\n\n`]) }));
        source.onmessage = (event) => void event.data;
        await new Promise((resolve) => source.addEventListener('done', resolve));
        Object.assign(window, { source });
      },
      server,
    );

    await until(async () => (await readBadges(driver, hooked)).running === 1, 'the tool to run');
    await hooked.evaluate(() => (window as unknown as { source: EventSource }).source.close());
    await until(async () => {
      const { running, lines, folds } = await readBadges(driver, hooked);
      return running === 0 && lines.length + folds.length > 0;
    }, 'the tool to end and to stay');
  },
);
