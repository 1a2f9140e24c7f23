import { expect, test } from 'vitest';
import {
  appliedKey,
  chatsKey,
  countedKeys,
  dayKey,
  dayOfKey,
  isFiguresKey,
  leftKey,
  pageOfKey,
  siteOfTotals,
  siteOfWarnings,
  totalsKey,
  warningsKey,
} from '../../src/stats/keys.ts';

const DAY = '2026-11-22';
const PAGE = '0123456789abcdef';
const SITES = ['http://localhost:3000', 'http://localhost:30', 'https://chat.example.com', 'http://[::1]:8080'];

test.each(SITES)('the keys of %s lead back to it', (site) => {
  expect(dayOfKey(dayKey(site, DAY))).toEqual({ origin: site, day: DAY });
  expect(siteOfTotals(totalsKey(site))).toBe(site);
  expect(siteOfWarnings(warningsKey(site))).toBe(site);
  expect(siteOfWarnings(totalsKey(site))).toBeNull();
  expect(pageOfKey(leftKey(site, PAGE))).toEqual({ origin: site, page: PAGE });
});

test.each([
  '',
  'day:',
  `day:${DAY}`,
  `day::${DAY}`,
  'day:http://localhost:3000',
  'day:http://localhost:3000:2026-13-01',
  `day:nowhere:${DAY}`,
  'site:http://localhost:3000',
])('%j is the key of no day', (key) => {
  expect(dayOfKey(key)).toBeNull();
});

test('everything counted for one site is found among the keys, and nothing of another port of its host', () => {
  const keys = SITES.flatMap((site) => [
    `site:${site}`,
    dayKey(site, DAY),
    totalsKey(site),
    chatsKey(site),
    appliedKey(site),
    leftKey(site, PAGE),
    warningsKey(site),
  ]);
  const [site = ''] = SITES;

  expect(countedKeys([...keys, 'settings', 'packs'], site)).toEqual([
    dayKey(site, DAY),
    totalsKey(site),
    chatsKey(site),
    appliedKey(site),
    leftKey(site, PAGE),
    warningsKey(site),
  ]);
  expect(countedKeys([...keys, 'settings', 'packs'], null)).toEqual(keys.filter((key) => !key.startsWith('site:')));
});

test('the record of added batches is not part of the statistics', () => {
  expect(isFiguresKey(dayKey('https://a.example', DAY))).toBe(true);
  expect(isFiguresKey(appliedKey('https://a.example'))).toBe(false);
  expect(isFiguresKey('settings')).toBe(false);
});
