import { expect, test } from 'vitest';
import { isSignature } from '../../src/lib/signing-headers.ts';

/** Must not run: it belongs to the page. */
const code = (): string => {
  throw new Error('run');
};

test.each<[unknown, unknown]>([
  ['content-digest', 'sha-256=:AAAA:'],
  ['Repr-Digest', 'sha-256=:AAAA:'],
  ['Digest', 'x'],
  ['Signature', 'sig1=:AAAA:'],
  ['Signature-Input', 'sig1=("content-digest")'],
  ['x-signature', 'x'],
  ['X-Signature-Ed25519', 'x'],
  ['x-hub-signature-256', 'x'],
  ['x-amz-content-sha256', 'x'],
  ['Content-MD5', 'x'],
  ['x-hmac', 'x'],
  ['X-Api-Sign', 'x'],
  ['x_sign', 'x'],
  ['x-body-sig', 'x'],
  ['x-checksum', 'x'],
  ['x-goog-hash', 'crc32c=x'],
  ['X-Body-Hash', 'x'],
  ['x-content-hash', 'x'],
  ['x-payload-hash', 'x'],
  ['x-request-hash', 'x'],
  ['Content-CRC32C', 'x'],
  ['x-oss-hash-crc64ecma', 'x'],
  ['x-api-mac', 'x'],
  ['x-jws', 'x'],
  ['Authorization', 'AWS4-HMAC-SHA256 Credential=x'],
  ['authorization', 'TC3-HMAC-SHA256 Credential=x'],
  ['authorization', 'ACS3-HMAC-SHA256 Credential=x'],
  ['authorization', 'Signature keyId="x"'],
  ['authorization', '  HMAC x'],
  ['authorization', 'Digest username="x"'],
  ['authorization', 'OAuth oauth_consumer_key="x", oauth_signature="y"'],
  ['authorization', 'Hawk id="x", ts="1", nonce="y", hash="z", mac="a"'],
  ['authorization', 'MAC id="x", nonce="1:y", bodyhash="z", mac="a"'],
  ['authorization', 'SharedKey account:x'],
  ['authorization', 'SharedKeyLite account:x'],
  ['x-authorization', 'hmac-md5 x'],
  ['authorization', { toString: code }],
  [{ toString: code }, 'x'],
])('%j: %j is a signature of the body', (name, value) => {
  expect(isSignature(name, value)).toBe(true);
});

test.each([
  ['content-type', 'application/json; x=signature'],
  ['accept', 'text/event-stream'],
  ['Authorization', 'Bearer hmac-md5-signature=digest'],
  ['authorization', 'Basic c2lnbmF0dXJlPQ=='],
  ['authorization', 'Token abc'],
  ['x-api-key', 'sign'],
  ['authorization', 'Bearer mac'],
  ['x-build-hash', 'x'],
  ['x-machine', 'x'],
  ['sec-ch-ua-platform', '"macOS"'],
  ['x-design', 'x'],
  ['x-assigned-to', 'x'],
  ['x-signup', 'x'],
  ['Want-Repr-Digest', 'sha-256=1'],
  ['', ''],
])('%s: %s is none', (name, value) => {
  expect(isSignature(name, value)).toBe(false);
});
