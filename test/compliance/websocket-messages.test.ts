import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s many frames at once arrive in order relative to other queued work', async (kind) => {
  const seen = await observe(kind, async () => {
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws?EIO=4&transport=websocket`);
    await new Promise((resolve) => (socket.onopen = resolve));
    const log: string[] = [];
    await new Promise<void>((resolve) => {
      socket.onmessage = ({ data }) => {
        log.push(data);
        queueMicrotask(() => log.push(`micro ${data}`));
        if (data === '42["e",199]') setTimeout(resolve);
      };
      for (let i = 0; i < 200; i++) socket.send(`42["e",${i}]`);
    });
    socket.close();
    return log;
  });

  expect(seen.slice(0, 4)).toEqual(['42["e",0]', 'micro 42["e",0]', '42["e",1]', 'micro 42["e",1]']);
  expect(seen).toHaveLength(400);
});
