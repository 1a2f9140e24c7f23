import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observeBoth } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s history is cleaned when sent over a socket, and everything else is unchanged',
  async (kind) => {
    const { hooked, plain } = await observeBoth(kind, async () => {
      const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`);
      await new Promise((resolve) => (socket.onopen = resolve));
      const messages = [
        { role: 'user', content: '`⏰ list`\n\nmine' },
        { role: 'assistant', content: 'a\n`⏰ list`\n\n\nb' },
        { role: 'user', content: 'go on' },
      ];
      const frames = [
        JSON.stringify({ stream: true, messages }),
        `423["chat",${JSON.stringify({ stream: true, messages })}]`,
        JSON.stringify({ text: 'a\n`⏰ list`\n\n\nb' }),
        '3probe',
      ];
      const echoed: string[] = [];
      await new Promise<void>((resolve) => {
        socket.onmessage = ({ data }) => {
          if (echoed.push(data) === frames.length) resolve();
        };
        for (const frame of frames) socket.send(frame);
      });
      socket.close();
      return echoed;
    });

    const cleaned = plain.map((frame, i) =>
      i < 2 ? frame.replace('a\\n`⏰ list`\\n\\n\\nb', 'a\\n\\nb') : frame,
    );
    expect(hooked).toEqual(cleaned);
    expect(hooked[0]).not.toBe(plain[0]);
  },
);
