import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  CARDS,
  hashOf,
  hrefOf,
  routeOf,
  SECTIONS,
  type Route,
} from '../../src/extension/routes.ts';

test.each([
  ['', 'settings', null],
  ['#', 'settings', null],
  ['#nonsense', 'settings', null],
  ['#sites', 'settings', null], // until 0.1 a section of its own
  ['#__proto__', 'settings', null],
  ['#rules?site=http%3A%2F%2Flocalhost%3A3000', 'rules', 'http://localhost:3000'],
  ['#rules?site=http://localhost:3000', 'rules', 'http://localhost:3000'],
  ['#rules?site=localhost', 'rules', null],
  ['#rules?site=javascript:alert(1)', 'rules', null],
  ['#help?site=https://example.org/with/a/path', 'help', null],
  ['#inspector?other=1', 'inspector', null],
])('the fragment %j is %s, site %s', (hash, section, site) => {
  expect(routeOf(hash)).toEqual({ section, site });
});

test.each([
  ['#statistics', 'statistics', null],
  ['#statistics?site=http%3A%2F%2Flocalhost%3A3000', 'statistics', 'http://localhost:3000'],
  ['#before-removal', 'before-removal', null],
])('the fragment %j leads to a card of the settings: %s, site %s', (hash, card, site) => {
  expect(routeOf(hash)).toEqual({ section: 'settings', card, site });
});

test('every place has a URL that leads back to it', () => {
  const sites = fc.option(
    fc.webUrl({ withQueryParameters: false }).map((url) => new URL(url).origin),
  );

  const places = [
    ...SECTIONS.map((section) => ({ section })),
    ...CARDS.map((card) => ({ section: 'settings', card }) as const),
  ];

  fc.assert(
    fc.property(fc.constantFrom(...places), sites, (place, site) => {
      const route: Route = { ...place, site };

      expect(routeOf(hashOf(route))).toEqual(route);
      expect(routeOf(new URL(hrefOf(route), 'chrome-extension://id/').hash)).toEqual(route);
      expect(new URL(hrefOf(route), 'chrome-extension://id/').pathname).toBe('/options.html');
    }),
  );
});
