import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { build } from '../../src/tools/cli/build.ts';
import { readPolicy } from '../../src/settings/policy.ts';

const FOLDER = resolve(import.meta.dirname, '../../docs/policies');

type Entries = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
interface Policy {
  readonly ExtensionSettings: Entries;
  readonly '3rdparty': { readonly extensions?: Entries; readonly Extensions?: Entries };
}

function policyIn(file: string): Policy {
  const content = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Policy & {
    policies?: Policy;
  };
  return content.policies ?? content;
}

test.each(['chrome.json', 'edge.json', 'firefox.json'])(
  '%s installs one extension and sets the settings of the same, all of which it takes',
  (file) => {
    const policy = policyIn(file);
    const entries = policy['3rdparty'].extensions ?? policy['3rdparty'].Extensions ?? {};
    const [[id, entry] = ['', {}]] = Object.entries(entries);

    expect(Object.keys(entries)).toEqual(Object.keys(policy.ExtensionSettings));
    expect(policy.ExtensionSettings[id]).toMatchObject({ installation_mode: 'force_installed' });
    expect(Object.keys(entry)).toEqual(['settings', 'sites']);
    expect(readPolicy(entry)).toEqual(entry);
  },
);

test('the example for Firefox names the add-on as its manifest does', async () => {
  const manifest = JSON.parse(
    readFileSync(join(await build('firefox'), 'manifest.json'), 'utf8'),
  ) as {
    browser_specific_settings: { gecko: { id: string } };
  };

  expect(Object.keys(policyIn('firefox.json').ExtensionSettings)).toEqual([
    manifest.browser_specific_settings.gecko.id,
  ]);
});

test('every browser gets the same settings', () => {
  const all = ['chrome.json', 'edge.json', 'firefox.json'].map((file) => {
    const { '3rdparty': third } = policyIn(file);
    return Object.values(third.extensions ?? third.Extensions ?? {});
  });

  expect(new Set(all.map((settings) => JSON.stringify(settings))).size).toBe(1);
});
