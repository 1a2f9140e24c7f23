import { beforeEach, expect, test } from 'vitest';
import { createSiteNotice, type SiteNotice } from '../../src/bridge/site-notice.ts';

let said: string[];

beforeEach(() => {
  said = [];
});

function noticeOf(readyState: DocumentReadyState): SiteNotice {
  return createSiteNotice({ document: { readyState } } as Window, {
    tellOn: () => void said.push('on'),
    askReload: () => void said.push('reload'),
    remove: () => void said.push('none'),
  });
}

test('a page that was open says once that its site was switched on', () => {
  const notice = noticeOf('complete');
  notice.update({ enabled: true, late: false });
  notice.update({ enabled: true, late: false });
  expect(said).toEqual(['on']);

  notice.update({ enabled: false, late: false });
  notice.update({ enabled: true, late: false });
  expect(said).toEqual(['on', 'none']);

  notice.expect();
  notice.update({ enabled: true, late: false });
  expect(said).toEqual(['on', 'none', 'on']);
});

test('a page that loads while its site is on says nothing', () => {
  noticeOf('loading').update({ enabled: true, late: false });
  expect(said).toEqual([]);
});

test('a page that only a reload covers offers one, until its site is switched off', () => {
  const notice = noticeOf('loading');
  notice.update({ enabled: true, late: true });
  notice.update({ enabled: false, late: true });
  expect(said).toEqual(['reload', 'none']);
});
