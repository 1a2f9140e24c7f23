import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashOf, hrefOf, routeOf, SECTIONS } from '../../src/extension/routes.ts';

test.each([
  ['', 'settings', null],
  ['#', 'settings', null],
  ['#statistics', 'statistics', null],
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

test('every place has a URL that leads back to it', () => {
  const sites = fc.option(
    fc.webUrl({ withQueryParameters: false }).map((url) => new URL(url).origin),
  );

  fc.assert(
    fc.property(fc.constantFrom(...SECTIONS), sites, (section, site) => {
      const route = { section, site };

      expect(routeOf(hashOf(route))).toEqual(route);
      expect(routeOf(new URL(hrefOf(route), 'chrome-extension://id/').hash)).toEqual(route);
      expect(new URL(hrefOf(route), 'chrome-extension://id/').pathname).toBe('/options.html');
    }),
  );
});
