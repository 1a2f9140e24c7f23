import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reasonOf } from '../../src/gateway/node/upstream.ts';
import { targetOf } from '../../src/gateway/policy.ts';
import { readUpstream } from '../../src/gateway/settings.ts';
import { runs } from '../support/speed.ts';

test.each([
  ['http://up.test', 'http://gateway.test/v1/models?a=%20b', 'http://up.test/v1/models?a=%20b'],
  ['http://up.test/base/', 'http://gateway.test/v1/models', 'http://up.test/base/v1/models'],
  ['http://up.test/base', 'http://gateway.test//evil.test/v1', 'http://up.test/base//evil.test/v1'],
  ['http://up.test/v1', 'http://gateway.test/v1/models', 'http://up.test/v1/models'],
  ['http://up.test/v1/', 'http://gateway.test/models', 'http://up.test/v1/models'],
  ['http://up.test/v1', 'http://gateway.test/v1beta/models', 'http://up.test/v1/v1beta/models'],
  ['https://up.test:8443', 'http://evil.test:80/v1', 'https://up.test:8443/v1'],
  ['http://up.test/base', 'http://gateway.test/../../x', 'http://up.test/base/x'],
  [
    '/a=http://up.test/base',
    'http://gateway.test/a/v1/models?b',
    'http://up.test/base/v1/models?b',
  ],
  ['/a/b/=http://up.test/v1', 'http://gateway.test/a/b/v1/models', 'http://up.test/v1/models'],
])('%s, asked for %s, forwards to %s', (upstream, asked, target) => {
  expect(targetOf(readUpstream(upstream), new URL(asked)).href).toBe(target);
});

test('whatever is requested, the host is that of the upstream and the path begins with its own', () => {
  const piece = fc.constantFrom(
    '/',
    '//',
    '\\',
    '@',
    ':',
    '?',
    '#',
    '.',
    '..',
    '%2e',
    '%2f',
    '%5c',
    'evil.test',
    'v1',
  );
  const path = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(''));

  fc.assert(
    fc.property(path, (asked) => {
      fc.pre(URL.canParse(`http://gateway.test/${asked}`));
      const target = targetOf(
        readUpstream('http://up.test/base'),
        new URL(`http://gateway.test/${asked}`),
      );
      expect(target.host).toBe('up.test');
      expect(target.pathname).toMatch(/^\/base(?:\/|$)/);
    }),
    { numRuns: runs(2000) },
  );
});

test.each([
  ['ECONNREFUSED', 'Nothing listens at up.test:80.'],
  ['ENOTFOUND', 'There is no server named up.test.'],
  [
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'The certificate of up.test:80 cannot be trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE).',
  ],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'The certificate of up.test:80 cannot be trusted (ERR_TLS_CERT_ALTNAME_INVALID).',
  ],
  ['EPROTO', 'up.test:80 does not speak TLS: use http:// in --upstream.'],
  ['HPE_INVALID_CONSTANT', 'up.test:80 does not speak HTTP.'],
  ['EHOSTUNREACH', 'There is no way to up.test:80 from this machine (EHOSTUNREACH).'],
  ['ECONNRESET', 'up.test:80 closed the connection without an answer.'],
  [undefined, 'up.test:80 closed the connection without an answer.'],
])('of a server that fails with %s, people are told: %s', (code, words) => {
  expect(reasonOf('up.test:80', code)).toEqual({ status: 502, message: words });
});
