import { expect, test } from 'vitest';
import { until } from '../../src/tools/browsers/until.ts';
import { readBadges } from '../../src/tools/demo/badges-seen.ts';
import { BROWSERS } from '../support/browsers.ts';
import {
  observe,
  observeBoth,
  openHooked,
  runProbe,
  stageIn,
} from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s an EventSource calls every kind of listener in the native order, with the native event',
  async (kind) => {
    const seen = await observe(kind, async ({ url }) => {
      const chunk = (content: string): string =>
        JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
      const script = [
        `id: 7\ndata: ${chunk('one')}\n\nevent: named\ndata: ${chunk('two')}\n\nevent: done\ndata: {}\n\n`,
      ];
      const source = new EventSource(url('/events', { script: JSON.stringify(script) }));
      const calls: string[] = [];
      const events: unknown[] = [];
      const note = (who: string) => (event: Event) => {
        const {
          data,
          origin,
          lastEventId,
          isTrusted,
          type,
          eventPhase,
          target,
          currentTarget,
          ports,
        } = event as MessageEvent<string>;
        calls.push(`${who} ${type} ${data}`);
        events.push({
          origin,
          lastEventId,
          isTrusted,
          eventPhase,
          ports: ports.length,
          ofSource: [
            target === source,
            currentTarget === source,
            event.composedPath()[0] === source,
          ],
          own: Reflect.ownKeys(event).map(String).toSorted(),
          again: (event as MessageEvent<string>).data === data,
        });
      };
      source.addEventListener('message', note('first'));
      source.onmessage = note('property');
      source.addEventListener('message', { handleEvent: note('object') });
      source.addEventListener('message', note('once'), { once: true });
      source.addEventListener('message', note('capture'), true);
      source.addEventListener('named', note('named'));
      const removed = note('removed');
      source.addEventListener('message', removed);
      source.removeEventListener('message', removed);
      await new Promise((resolve) => source.addEventListener('done', resolve));
      source.close();
      const target = new EventTarget();
      let hasPath = false;
      target.addEventListener('any', (event) => (hasPath = event.composedPath()[0] === target));
      target.dispatchEvent(new Event('any'));
      return { calls, events, property: typeof source.onmessage, hasPath };
    });

    expect(seen.hasPath).toBe(true);
    expect(seen.calls).toHaveLength(6);
    expect(seen.events[0]).toMatchObject({
      origin: 'ORIGIN',
      lastEventId: '7',
      isTrusted: true,
      ofSource: [true, true, seen.hasPath],
      own: ['isTrusted'],
      again: true,
    });
  },
);

test.each(BROWSERS)(
  'in %s markers are removed from the text of an EventSource, and every event remains one event',
  async (kind) => {
    const { hooked, plain } = await observeBoth(kind, async ({ url }) => {
      const chunk = (delta: object, finish: string | null = null): string =>
        JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] });
      const datas = [
        ...['Check.', '\n`⏰ list`\n', '\n\nOne.\n', '`💻', ' ls', '`\n', '\nTwo `x`\n'].map(
          (content) => chunk({ content }),
        ),
        chunk({}, 'stop'),
        '[DONE]',
      ];
      const text = datas.map((data, i) => `id: ${i}\ndata: ${data}\n\n`).join('');
      const source = new EventSource(
        url('/events', { script: JSON.stringify([`${text}event: done\ndata: x\n\n`]) }),
      );
      const events: string[] = [];
      source.onmessage = (event) => events.push(`${event.lastEventId} ${event.data as string}`);
      source.addEventListener('message', (event) => {
        if (events.at(-1) !== `${event.lastEventId} ${event.data as string}`)
          events.push('another reading');
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
            (JSON.parse(event.slice(2)) as { choices: { delta: { content?: string } }[] })
              .choices[0]?.delta.content,
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

test.each(BROWSERS)(
  'in %s a tool that the page does not listen to is shown, running until the page closes the EventSource',
  async (kind) => {
    const { driver, server, hooked } = await stageIn(kind);
    await hooked.bringToFront();
    await openHooked(hooked, server.hooked);

    await runProbe(
      hooked,
      async ({ url }) => {
        const tool =
          '{"tool":"terminal","emoji":"💻","label":"ls","toolCallId":"c1","status":"running"}';
        const text = `data: {"choices":[{"index":0,"delta":{"role":"assistant"}}]}\n\nevent: hermes.tool.progress\ndata: ${tool}\n\n`;
        document.body.append(
          Object.assign(document.createElement('p'), { className: 'assistant-message' }),
        );
        const source = new EventSource(
          url('/events', { script: JSON.stringify([`${text}event: done\ndata: x\n\n`]) }),
        );
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
