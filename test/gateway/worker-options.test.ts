import { expect, test } from 'vitest';
import { readBindings } from '../../src/gateway/worker-options.ts';

const OPTIONS = { upstream: 'http://127.0.0.1:8642' };

test('a worker takes the options of a file for Node, as an object or as its text', () => {
  const options = { ...OPTIONS, hermes: true, host: 'Chat.Example', progress: 'hermes' };
  const expected = {
    hosts: ['127.0.0.1', 'localhost', '[::1]', 'chat.example'],
    isHermes: true,
    key: 'a',
    upstreamKey: 'b',
    progress: 'hermes',
    log: 'errors',
  };

  const keys = { KEY: 'a\n', UPSTREAM_KEY: 'b' };
  expect(readBindings({ OPTIONS: options, ...keys })).toMatchObject(expected);
  expect(readBindings({ OPTIONS: JSON.stringify(options), ...keys })).toMatchObject(expected);
  expect(readBindings({ OPTIONS })).toMatchObject({ key: null, upstreamKey: null });
});

test.each<[bindings: object, words: string]>([
  [{}, 'OPTIONS is no object of options'],
  [{ OPTIONS: '{' }, 'OPTIONS is not JSON'],
  [{ OPTIONS: {} }, '--upstream URL'],
  [{ OPTIONS: { upstreams: 'http://a.test' } }, 'OPTIONS has no option "upstreams"'],
  [{ OPTIONS: { ...OPTIONS, host: ['a.test', '*'] } }, '--host takes a host name, not "*"'],
  [{ OPTIONS: { ...OPTIONS, media: '/srv' } }, 'has "media", but a worker has no files'],
  [{ OPTIONS: { ...OPTIONS, 'key-file': '/key' } }, 'the key is its binding KEY'],
  [{ OPTIONS: { ...OPTIONS, listen: '0.0.0.0:80' } }, 'whoever runs the worker decides that'],
  [{ OPTIONS: { ...OPTIONS, ca: '/ca.pem' } }, 'whoever runs the worker decides that'],
  // An environment variable that is not set would else open the gateway to everybody.
  [{ OPTIONS, KEY: null }, 'the binding KEY is empty'],
  [{ OPTIONS, KEY: '' }, 'the binding KEY is empty'],
  [{ OPTIONS, UPSTREAM_KEY: 'b' }, 'UPSTREAM_KEY needs KEY'],
])('%j is rejected with what to do', (bindings, words) => {
  expect(() => readBindings(bindings)).toThrow(words);
});
