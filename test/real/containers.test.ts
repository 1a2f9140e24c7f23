/**
 * The container file and the Kubernetes example of the docs, checked by what editors and clusters
 * check them with.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { name, version } from '../../package.json' with { type: 'json' };
import { startGateway } from '../../src/gateway/node/start.ts';
import { readGatewayOptions } from '../../src/tools/cli/gateway/options.ts';
import { installPackages } from '../support/npm-packages.ts';

const root = resolve(import.meta.dirname, '../..');
const containerFile = readFileSync(join(root, 'docs/containers/Containerfile'), 'utf8');

interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly data?: Record<string, string>;
}
let modules = '';
let resources: readonly Resource[] = [];

/** @returns a module that was installed, of CommonJS */
function installed(module: string): unknown {
  return createRequire(import.meta.url)(join(modules, module));
}

beforeAll(() => {
  const packages = ['kubernetes-models@5.1.0', 'dockerfile-utils@0.16.3', 'yaml@2.9.1'];
  modules = join(installPackages(packages), 'node_modules');
  const { parseAllDocuments } = installed('yaml') as {
    parseAllDocuments(text: string): { toJS(): Resource }[];
  };
  const example = readFileSync(join(root, 'docs/containers/kubernetes.yaml'), 'utf8');
  resources = parseAllDocuments(example).map((one) => one.toJS());
}, 300_000);

test('the container file has no fault, and installs the package of this version', () => {
  const { validate } = installed('dockerfile-utils') as {
    validate(text: string, settings: object): { message: string }[];
  };

  expect(validate(containerFile, {}).map(({ message }) => message)).toEqual([]);
  expect(validate('FROM a\nHEALTHCHECK --intervall=3s CMD b\n', {})).toHaveLength(1);
  expect(containerFile.match(/\S+\.tgz/g)?.map((path) => path.split('/').at(-1))).toEqual(
    Array.from({ length: 3 }, () => `${name}-${version}.tgz`),
  );
  expect(containerFile).toContain(`stream-fixer:${version}`);
});

test('its health check says whether the gateway runs', async () => {
  const [, json = ''] = /^HEALTHCHECK .*? CMD (\[.*\])$/m.exec(containerFile) ?? [];
  const [, ...args] = JSON.parse(json) as string[];
  const check = () => spawnSync(process.execPath, args).status;
  const listen = '127.0.0.1:8788';
  const settings = readGatewayOptions(['--upstream', 'http://127.0.0.1:9', '--listen', listen]);

  expect(check()).toBe(1);
  const gateway = await startGateway(settings!);
  onTestFinished(() => gateway.close(0));
  // The gateway runs in this process.
  expect(await once(spawn(process.execPath, args), 'exit')).toEqual([0, null]);
});

/** @returns what TypeScript says of resources, whose fields it all knows */
function faultsIn(some: readonly Resource[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'stream-fixer-kubernetes-'));
  try {
    symlinkSync(modules, join(folder, 'node_modules'), 'junction');
    const lines = some.map(
      (one, i) =>
        `import type { I${one.kind} as Kind${i} } from 'kubernetes-models/${one.apiVersion}/${one.kind}';\nexport const resource${i}: Kind${i} = ${JSON.stringify(one)};\n`,
    );
    writeFileSync(join(folder, 'resources.mts'), lines.join(''));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext'];
    return spawnSync(process.execPath, [tsc, ...options, 'resources.mts'], {
      cwd: folder,
      encoding: 'utf8',
    }).stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('the Kubernetes example has only fields that Kubernetes knows, with values that it takes', async () => {
  expect(resources.map(({ kind }) => kind)).toEqual(['ConfigMap', 'Deployment', 'Service']);
  expect(faultsIn(resources)).toBe('');
  expect(faultsIn([{ apiVersion: 'v1', kind: 'Service', specs: {} } as Resource])).toContain(
    'specs',
  );
  for (const one of resources) {
    const file = join(modules, 'kubernetes-models', one.apiVersion, `${one.kind}.js`);
    const { [one.kind]: Model } = (await import(file)) as Record<
      string,
      new (from: object) => { validate(): void }
    >;
    expect(() => new Model!(one).validate()).not.toThrow();
  }
});

test('the gateway takes the options of the Kubernetes example', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stream-fixer-options-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'gateway.json');
  writeFileSync(file, resources[0]?.data?.['gateway.json'] ?? '');

  expect(readGatewayOptions(['--config', file])).toMatchObject({
    listen: '0.0.0.0:8788',
    hosts: null,
    isHermes: true,
    log: 'all',
  });
});
