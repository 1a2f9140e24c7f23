import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { createSiteNotice, type SiteNotice } from '../../src/bridge/site-notice.ts';

let said: unknown[];
/** What the background answers: what was not said on the site yet. */
let answer: unknown;

beforeEach(() => {
  said = [];
  answer = null;
  vi.spyOn(fakeBrowser.runtime, 'sendMessage').mockImplementation(async () => answer);
});

function noticeOf(readyState: DocumentReadyState): SiteNotice {
  return createSiteNotice({ document: { readyState } } as Window, {
    greet: (greeting) => void said.push(greeting),
    askReload: () => void said.push('reload'),
    askOpen: () => {},
    noQuestion: () => {},
    remove: () => void said.push('none'),
  });
}

async function update(notice: SiteNotice, enabled: boolean, late = false): Promise<void> {
  notice.update({ enabled, late });
  await new Promise((done) => setTimeout(done));
}

test('a page that was open says each time that its site was switched on', async () => {
  const notice = noticeOf('complete');
  await update(notice, true);
  await update(notice, true);
  expect(said).toEqual([null]);

  await update(notice, false);
  await update(notice, true);
  expect(said).toEqual([null, 'none']);

  await update(notice, false);
  notice.expect();
  await update(notice, true);
  expect(said).toEqual([null, 'none', 'none', null]);
});

test.each([
  ['on', ['on']],
  ['install', ['install']],
  ['ask-admin', ['ask-admin']],
  [null, []],
  ['anything else', []],
])(
  'a page that loads while its site is on says what the site has not said: %s',
  async (greeting, expected) => {
    answer = greeting;
    await update(noticeOf('loading'), true);
    expect(said).toEqual(expected);
  },
);

test('nothing is said of a site that was switched off meanwhile', async () => {
  answer = 'install';
  const notice = noticeOf('complete');
  notice.update({ enabled: true, late: false });
  await update(notice, false);
  expect(said).toEqual(['none']);
});

test('a page that only a reload covers offers one, until its site is switched off', async () => {
  const notice = noticeOf('loading');
  await update(notice, true, true);
  await update(notice, false, true);
  expect(said).toEqual(['reload', 'none']);
});
