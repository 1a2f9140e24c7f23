import { expect, test } from 'vitest';
import { readForm, readUpstream } from '../../src/gateway/settings.ts';

test.each([
  ['127.0.0.1:8642', '--upstream is the address of a server'],
  ['ftp://a.test', '--upstream is the address of a server'],
  ['http://a.test/?key=1', '--upstream is the address of a server'],
  ['http://name:word@a.test', '--upstream holds no name and no password'],
])('the upstream %s is rejected with what to do', (address, words) => {
  expect(() => readUpstream(address)).toThrow(words);
});

test('an unknown form of progress is none', () => {
  for (const word of ['drops', '', 'toString']) expect(readForm(word)).toBeNull();
});
