import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s states and events of a stream occur as natively, in order, with native numbers',
  async (kind) => {
    const seen = await observe(kind, async ({ stream, step }) => {
      const xhr = new XMLHttpRequest();
      const log: string[] = [];
      const note = (event: Event): void => {
        const { loaded, total, lengthComputable } = event as ProgressEvent;
        const entry = [
          event.type,
          xhr.readyState,
          loaded,
          total,
          lengthComputable,
          event.isTrusted,
          Object.keys(event).length,
          xhr.responseText.length,
        ].join(' ');
        // How often progress events without news occur depends on timing.
        if (log.at(-1) !== entry) log.push(entry);
      };
      for (const type of ['readystatechange', 'loadstart', 'progress', 'load', 'loadend', 'abort', 'error', 'timeout'])
        xhr.addEventListener(type, note);
      const until = (length: number): Promise<void> =>
        new Promise((resolve) => {
          const look = (): void => {
            if (xhr.responseText.length < length) return void setTimeout(look, 10);
            // Progress events occur at most every 50 ms.
            setTimeout(resolve, 150);
          };
          look();
        });
      xhr.open('POST', stream(1, 'hold'));
      xhr.send('{"messages":[]}');
      await until(1);
      const { length } = xhr.responseText;
      await step('frame');
      await until(2 * length);
      const ended = new Promise((resolve) => xhr.addEventListener('loadend', resolve));
      await step('end');
      await ended;
      return {
        log: log.map((entry) => entry.replaceAll(String(2 * length), 'TWO').replaceAll(String(length), 'ONE')),
        text: xhr.responseText,
      };
    });

    const order = seen.log
      .map((entry) => entry.split(' ').slice(0, 2).join(' '))
      .filter((entry) => !entry.startsWith('progress'));
    expect([...new Set(order)]).toEqual([
      'readystatechange 1',
      'loadstart 1',
      'readystatechange 2',
      'readystatechange 3',
      'readystatechange 4',
      'load 4',
      'loadend 4',
    ]);
    expect(seen.text).toContain('word 2');
  },
);

test.each(BROWSERS)(
  'in %s listeners run in the order in which the page added them, with their microtasks between',
  async (kind) => {
    const seen = await observe(kind, async ({ stream }) => {
      const xhr = new XMLHttpRequest();
      const log: string[] = [];
      const note = (name: string) => (event: Event) => {
        log.push(`${event.type} ${name}`);
        queueMicrotask(() => log.push(`${event.type} ${name} after`));
      };
      xhr.addEventListener('loadend', note('first'));
      xhr.onloadend = note('handler');
      xhr.open('POST', stream(2));
      xhr.addEventListener('loadend', note('capturing'), true);
      xhr.addEventListener('load', { handleEvent: note('object') });
      xhr.send('{"messages":[]}');
      xhr.addEventListener('loadend', note('late'));
      xhr.onload = note('handler');
      await new Promise((resolve) => xhr.addEventListener('loadend', () => setTimeout(resolve)));
      return log;
    });

    expect(seen.slice(0, 4)).toEqual(['load object', 'load object after', 'load handler', 'load handler after']);
    expect(seen).toHaveLength(12);
  },
);

test.each(BROWSERS)('in %s uploads fire events as natively', async (kind) => {
  const seen = await observe(kind, async ({ url }) => {
    const bodies: (XMLHttpRequestBodyInit | null)[] = ['{"messages":[]}', new Blob(['text']), null];
    const logs: string[][] = [];
    for (const body of bodies) {
      const xhr = new XMLHttpRequest();
      const log: string[] = [];
      const { upload } = xhr;
      for (const type of ['loadstart', 'load', 'loadend']) {
        upload.addEventListener(type, (event) =>
          log.push(`upload ${event.type} ${(event as ProgressEvent).loaded} ${xhr.readyState}`),
        );
        xhr.addEventListener(type, (event) => log.push(`${event.type} ${xhr.readyState}`));
      }
      xhr.open('POST', url('/echo'));
      log.push(`same upload ${xhr.upload === upload}`);
      await new Promise((resolve) => {
        xhr.onloadend = resolve;
        xhr.send(body);
      });
      logs.push(log);
    }
    return logs;
  });

  expect(seen[0]).toEqual([
    'same upload true',
    'loadstart 1',
    'upload loadstart 0 1',
    'upload load 15 1',
    'upload loadend 15 1',
    'load 4',
    'loadend 4',
  ]);
  expect(seen[2]).toEqual(['same upload true', 'loadstart 1', 'load 4', 'loadend 4']);
});
