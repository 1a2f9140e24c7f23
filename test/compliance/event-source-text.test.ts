import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observeBoth } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s markers are removed from the text of an EventSource, and every event remains one event',
  async (kind) => {
    const { hooked, plain } = await observeBoth(kind, async ({ url }) => {
      const chunk = (delta: object, finish: string | null = null): string =>
        JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] });
      const datas = [
        ...['Check.', '\n`⏰ list`\n', '\n\nOne.\n', '`💻', ' ls', '`\n', '\nTwo `x`\n'].map((content) =>
          chunk({ content }),
        ),
        chunk({}, 'stop'),
        '[DONE]',
      ];
      const text = datas.map((data, i) => `id: ${i}\ndata: ${data}\n\n`).join('');
      const source = new EventSource(url('/events', { script: JSON.stringify([`${text}event: done\ndata: x\n\n`]) }));
      const events: string[] = [];
      source.onmessage = (event) => events.push(`${event.lastEventId} ${event.data as string}`);
      source.addEventListener('message', (event) => {
        if (events.at(-1) !== `${event.lastEventId} ${event.data as string}`) events.push('another reading');
      });
      await new Promise((resolve) => source.addEventListener('done', resolve));
      source.close();
      return events;
    });

    const textsOf = (events: readonly string[]): unknown[] =>
      events
        .slice(0, -1)
        .map(
          (event) =>
            (JSON.parse(event.slice(2)) as { choices: { delta: { content?: string } }[] }).choices[0]?.delta.content,
        );
    expect(plain).toHaveLength(9);
    expect(textsOf(plain)).toEqual([
      'Check.',
      '\n`⏰ list`\n',
      '\n\nOne.\n',
      '`💻',
      ' ls',
      '`\n',
      '\nTwo `x`\n',
      undefined,
    ]);
    expect(textsOf(hooked)).toEqual(['Check.', '', '\n\nOne.', '', '', '', '\nTwo `x`', '\n']);
    expect(hooked.at(-1)).toBe('8 [DONE]');
  },
);
