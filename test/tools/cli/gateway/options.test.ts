import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkSharing, readGatewayOptions } from '../../../../src/tools/cli/gateway/options.ts';

const UP = ['--upstream', 'http://127.0.0.1:8642'];

test('with only an upstream, it listens on this machine and answers to its names', () => {
  expect(readGatewayOptions(UP)).toMatchObject({
    listen: '127.0.0.1:8788',
    hosts: ['127.0.0.1', 'localhost', '[::1]'],
    progress: 'drop',
    isHermes: false,
  });
});

test.each([
  [['--listen', '0.0.0.0:80'], null],
  [['--listen', '[::]:80'], null],
  [['--listen', '[0:0::0]:80'], null],
  [['--listen', ':::80'], null],
  [
    ['--listen', '192.168.1.20:80'],
    ['127.0.0.1', 'localhost', '[::1]', '192.168.1.20'],
  ],
  [
    ['--listen', '[FD00:0::7]:80'],
    ['127.0.0.1', 'localhost', '[::1]', '[fd00::7]'],
  ],
  [
    ['--listen', 'Nas.lan:80', '--host', '192.168.1.20'],
    ['127.0.0.1', 'localhost', '[::1]', 'nas.lan', '192.168.1.20'],
  ],
  [
    ['--listen', '0.0.0.0:80', '--host', 'Chat.Test'],
    ['127.0.0.1', 'localhost', '[::1]', '0.0.0.0', 'chat.test'],
  ],
  [
    ['--host', 'münchen.test', '--host', '[FD00:0::7]'],
    ['127.0.0.1', 'localhost', '[::1]', 'xn--mnchen-3ya.test', '[fd00::7]'],
  ],
  [
    ['--host', 'a.test', '--host', 'b.test'],
    ['127.0.0.1', 'localhost', '[::1]', 'a.test', 'b.test'],
  ],
])('%j: the names %j', (args, hosts) => {
  expect(readGatewayOptions([...UP, ...args])?.hosts).toEqual(hosts);
});

test('pictures come from the real path of a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stream-fixer-media-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(folder, join(folder, 'link'));
  const media = ['--media', join(folder, 'link')];
  const read = (...more: string[]) => readGatewayOptions([...UP, ...media, ...more])?.media;

  expect(readGatewayOptions(UP)?.media).toBeNull();
  expect(read()).toEqual({ folder: realpathSync(folder), url: null });
  expect(read('--media-url', 'https://a.test/x/')?.url).toBe('https://a.test/x');
  expect(read('--media-url', 'http://a.test:8788')?.url).toBe('http://a.test:8788');
  expect(() => read('--media-url', 'a.test')).toThrow('--media-url takes an address');
});

test('help needs nothing else', () => {
  expect(readGatewayOptions(['--help'])).toBeNull();
});

test.each([
  [[], '--upstream URL'],
  [[...UP, '--media', '/none'], '--media takes a folder; "/none" is none'],
  [[...UP, '--media-url', 'https://a.test'], '--media-url needs --media'],
  [['--upstream', 'localhost'], 'such as http://127.0.0.1:8642'],
  [['--upstream', 'http://a.test/?key=1'], '--upstream is the address of a server'],
  [['--upstream', 'http://name:word@a.test'], '--upstream holds no name and no password'],
  [[...UP, '--progress', 'all'], '--progress takes drop, hermes, comments or open-webui'],
  [[...UP, '--log', 'some'], '--log takes off, errors or all'],
  [[...UP, '--keys', 'x'], '--keys'],
  ...['a.test:8788', 'a.test:80', 'http://a.test', 'a.test/v1', '*.test', 'fd00::7', ''].map(
    (name): [string[], string] => [
      [...UP, '--host', name],
      `--host takes a host name, not "${name}"`,
    ],
  ),
  [[...UP, ...UP], '--upstream names two servers'],
  [[...UP, '--no-repair', 'dnoe'], 'There is no repair "dnoe". There are: '],
  [[...UP, '--rules', 'kimmi'], 'There is no rule pack "kimmi". There are: '],
  [[...UP, '--ca', '/nothing'], '/nothing'],
  [[...UP, '--ca', import.meta.filename], '--ca takes a file in PEM'],
])('%j is rejected with what to do', (args, words) => {
  expect(() => readGatewayOptions(args)).toThrow(words);
});

test.each([
  '8788',
  '127.0.0.1',
  '127.0.0.1:',
  '127.0.0.1:0',
  '127.0.0.1:65536',
  '127.0.0.1:80x',
  ':8788',
])('--listen %s is rejected with what it takes', (listen) => {
  const words = '--listen takes HOST:PORT with a port from 1 to 65535';
  expect(() => readGatewayOptions([...UP, '--listen', listen])).toThrow(words);
});

test('--reuse-port says what it needs where that is missing', () => {
  for (const version of ['v20.20.2', 'v22.11.0', 'v23.0.1'])
    expect(() => checkSharing({ platform: 'linux', version })).toThrow(
      `needs Node 22.12, or 23.1 and later; this is ${version}`,
    );
  const elsewhere = { platform: 'darwin', version: 'v24.0.0' } as const;
  expect(() => checkSharing(elsewhere)).toThrow('needs Linux');
  for (const version of ['v22.12.0', 'v23.1.0', 'v24.0.0'])
    checkSharing({ platform: 'linux', version });
});

/** Whether this machine can share a port. */
function shares(): boolean {
  try {
    checkSharing(process);
    return true;
  } catch {
    return false;
  }
}

test('--reuse-port is taken where a port can be shared, and refused elsewhere', () => {
  const read = () => readGatewayOptions([...UP, '--reuse-port']);
  if (shares()) expect(read()).toMatchObject({ sharesPort: true });
  else expect(read).toThrow('--reuse-port needs');
});

/** @returns what the options say that stand in a file */
function readConfig(config: string, ...args: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'stream-fixer-config-'));
  const file = join(folder, 'gateway.json');
  writeFileSync(file, config);
  try {
    return readGatewayOptions(['--config', file, ...args]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('options may stand in a file, and those of the command line come after it', () => {
  const config = {
    upstream: ['http://a.test', '/b=http://b.test'],
    hermes: true,
    progress: 'drop',
  };

  expect(readConfig(JSON.stringify(config), '--progress', 'hermes')).toMatchObject({
    upstreams: [{ path: '/b' }, { path: '' }],
    isHermes: true,
    progress: 'hermes',
  });
});

test.each([
  ['{"upstream": ', 'is not JSON'],
  ['[]', 'is no object of options'],
  ['{"upstreams": "http://a.test"}', 'has no option "upstreams"'],
  ['{"upstream": 8642}', '"upstream" takes URL, a text'],
  ['{"upstream": "http://a.test", "hermes": "yes"}', '"hermes" takes true or false'],
  ['{"config": "other.json"}', 'has no option "config"'],
  ['{"upstream": "http://a.test", "cors": "*"}', '--cors takes an origin'],
  ['{"upstream": "http://a.test", "key-file": "/dev/null"}', '"/dev/null" is empty'],
  [
    `{"upstream": "http://a.test", "tls-cert": ${JSON.stringify(import.meta.filename)}}`,
    'go together',
  ],
])('the file %s is rejected with what is wrong', (config, words) => {
  expect(() => readConfig(config)).toThrow(words);
});
