import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s events that are not a reply of an agent keep their data exactly', async (kind) => {
  const seen = await observe(kind, async ({ url }) => {
    const datas = [
      'plain\ntext',
      '',
      ' leading space',
      '`⏰ list`\n',
      '[DONE]',
      'null',
      '3',
      '{}',
      '[{"choices":[]}]',
      '{"choices":null}',
      '{"content":"\\n`⏰ list`\\n"}',
      '{"tool":"terminal","emoji":"⏰","label":"x","status":"running"}',
      '{"a":1.0,"b":12345678901234567890,"2":0,"1":0}',
      '{"choices":[{"delta":{"content":"\\n`⏰ list`\\n"}}',
      `{"long":"${'x'.repeat(5000)}"}`,
      '\ufeffmark',
      'é 😀',
    ];
    const text = datas
      .map(
        (data) =>
          data
            .split('\n')
            .map((line) => `data: ${line}\n`)
            .join('') + '\n',
      )
      .join('');
    const source = new EventSource(url('/events', { script: JSON.stringify([`${text}event: done\ndata: x\n\n`]) }));
    const read: string[] = [];
    source.onmessage = (event) => read.push(event.data as string);
    await new Promise((resolve) => source.addEventListener('done', resolve));
    source.close();
    return { sent: datas, read };
  });

  expect(seen.read).toEqual(seen.sent);
});
