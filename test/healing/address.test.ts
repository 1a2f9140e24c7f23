import { expect, test } from 'vitest';
import { chatIdOf, healingAddress, readAddress } from '../../src/healing/address.ts';

const SITE = 'https://chat.example.org:8443';

test.each([
  { tab: 12, site: SITE, chat: '5f1e-a_b' },
  { tab: null, site: SITE, chat: null },
])('an address is read as it was written: %j', (address) => {
  const url = healingAddress(address);

  expect(url).toMatch(/^healing\.html\?/);
  expect(readAddress(url.slice('healing.html'.length))).toEqual(address);
});

test.each([
  ['', null],
  ['?site=javascript:alert(1)', null],
  [`?site=${SITE}/c/1`, null],
  [`?site=${SITE}&tab=1e3&chat=../../admin`, { tab: null, site: SITE, chat: null }],
  [`?site=${SITE}&tab=-1&chat=`, { tab: null, site: SITE, chat: null }],
])('of what somebody else wrote, only what is valid counts: %s', (search, address) => {
  expect(readAddress(search)).toEqual(address);
});

test.each([
  [`${SITE}/c/5f1e-ab`, '5f1e-ab'],
  [`${SITE}/c/5f1e-ab/?models=m#end`, '5f1e-ab'],
  [`${SITE}/`, null],
  [`${SITE}/c/`, null],
  [`${SITE}/c/local:abc`, null],
  [`${SITE}/s/5f1e-ab`, null],
  [`${SITE}/x/c/5f1e-ab`, null],
  [`${SITE}/c/a%2Fb`, null],
  ['nonsense', null],
])('%s shows the stored chat %s', (url, id) => {
  expect(chatIdOf(url)).toBe(id);
});
