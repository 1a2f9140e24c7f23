import { expect, test } from 'vitest';
import { DIALECT_NAMES } from '../../src/doctor/dialect-names.ts';
import { serverName } from '../../src/languages/dialect-words.ts';

test.each(Object.entries(DIALECT_NAMES))(
  '%s has the name that the doctor uses',
  (id, { format }) => {
    expect(serverName(id)).toBe(format);
  },
);

test.each([
  ['hermes', 'Hermes'],
  ['open-webui', 'chat events of Open WebUI'],
  ['ollama', 'Ollama'],
  ['of-a-later-version', null],
  ['constructor', null],
])('the server %s is called %s', (server, name) => {
  expect(serverName(server)).toBe(name);
});
