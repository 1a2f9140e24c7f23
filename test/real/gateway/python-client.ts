/** The real openai for Python, from PyPI. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../../../src/tools/demo/servers/cache-folder.ts';
import { ensurePackages } from '../../../src/tools/demo/servers/python.ts';
import { asking, type AskingClient, type Outcome } from '../../clients/client.ts';

const RELEASE = '2.24.0';

/** Installs it once. @throws one line that says what to do */
export function installPythonClient(): string {
  return ensurePackages({
    folder: cacheFolder(`openai-python-${RELEASE}`),
    requirements: [`openai==${RELEASE}`],
  });
}

/**
 * @param programs returned by `installPythonClient`
 * @param more fields of the request besides model and messages
 */
export function pythonClient(programs: string, more: object = {}): AskingClient {
  return asking({
    name: 'openai for Python',
    async ask({ baseURL, apiKey, model, question }) {
      const python = join(programs, process.platform === 'win32' ? 'python.exe' : 'python');
      const script = fileURLToPath(new URL('ask.py', import.meta.url));
      const child = spawn(python, [script, baseURL, apiKey], {
        env: { ...process.env, PYTHONUTF8: '1' },
      });
      child.stdin.end(
        JSON.stringify({ model, messages: [{ role: 'user', content: question }], ...more }),
      );
      const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
      if (out === '') throw new Error(errors);
      return JSON.parse(out) as Outcome;
    },
  });
}
