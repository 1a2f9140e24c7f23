import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s the document stays as the server sent it until there is a badge to show', async (kind) => {
  const seen = await observe(kind, async ({ stream, ask }) => {
    let mutations = 0;
    const observer = new MutationObserver((records) => (mutations += records.length));
    observer.observe(document, { childList: true, attributes: true, characterData: true, subtree: true });
    const text = await (await fetch(stream(3))).text();
    await (await fetch('/json', { method: 'POST', body: '{"messages":[]}' })).json();
    for (let i = 0; i < 3; i++) await ask('/json');
    mutations += observer.takeRecords().length;
    return {
      words: text.includes('word 3 '),
      mutations,
      nodes: [...document.querySelectorAll('*')].map(({ nodeName, attributes }) => `${nodeName} ${attributes.length}`),
      sheets: document.styleSheets.length + document.adoptedStyleSheets.length,
    };
  });

  expect(seen).toEqual({
    words: true,
    mutations: 0,
    nodes: ['HTML 0', 'HEAD 0', 'TITLE 0', 'BODY 0', 'H1 0'],
    sheets: 0,
  });
});
