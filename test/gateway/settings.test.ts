import { expect, test } from 'vitest';
import { readForm, readSettings, readUpstream } from '../../src/gateway/settings.ts';

test('the defaults are dropped progress, no Hermes, any name', () => {
  expect(readSettings({ UPSTREAM: 'http://127.0.0.1:8642' })).toEqual({
    upstream: new URL('http://127.0.0.1:8642'),
    progress: 'drop',
    isHermes: false,
    hosts: null,
  });
});

test('what is set applies', () => {
  expect(
    readSettings({ UPSTREAM: 'https://a.test/base', PROGRESS: 'comments', HERMES: 'true', HOSTS: 'localhost a.test' }),
  ).toMatchObject({ progress: 'comments', isHermes: true, hosts: ['localhost', 'a.test'] });
});

test.each([
  [undefined, 'UPSTREAM is the address of a server'],
  ['127.0.0.1:8642', 'UPSTREAM is the address of a server'],
  ['ftp://a.test', 'UPSTREAM is the address of a server'],
  ['http://a.test/?key=1', 'UPSTREAM is the address of a server'],
  ['http://name:word@a.test', 'UPSTREAM holds no name and no password'],
])('the upstream %s is rejected with what to do', (address, words) => {
  expect(() => readUpstream(address)).toThrow(words);
});

test('an unknown form of progress is none', () => {
  expect(readForm('drops')).toBeNull();
  expect(readForm('')).toBeNull();
  expect(() => readSettings({ UPSTREAM: 'http://a.test', PROGRESS: 'toString' })).toThrow('drop, hermes, comments');
});
