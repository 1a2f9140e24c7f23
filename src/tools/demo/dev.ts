/**
 * `npm run dev`: WXT's development server, and Chromium with the demo's chat page, on which the
 * extension is switched on. Changes to the sources reach the browser a few seconds later. `--
 * --headless` opens no window. Ctrl-C, or closing the window, ends everything.
 */
import { parseArgs } from 'node:util';
import { createServer } from 'wxt';
import { enableSite } from '../browsers/enable-site.ts';
import { ensureBrowser } from '../browsers/install.ts';
import { launch } from '../browsers/launch.ts';
import { matchPattern } from '../../extension/origins.ts';
import { hasDisplay } from './options.ts';
import { startAgentServer } from './servers/agent-server.ts';
import { openChat } from './stage.ts';

async function develop(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { headless: { type: 'boolean' } } });
  ensureBrowser('chromium');
  const agent = await startAgentServer();
  let folder = '';
  const server = await createServer({
    browser: 'chrome',
    // We start the browser ourselves, with the demo in it.
    webExt: { disabled: true },
    hooks: {
      'build:manifestGenerated'(wxt, manifest) {
        folder = wxt.config.outDir;
        // No prompt has to be pressed, so the window needs no remote control.
        manifest.host_permissions = [
          ...(manifest.host_permissions ?? []),
          matchPattern(agent.origin, true),
        ];
      },
    },
  });
  await server.start();
  const headless = values.headless || !hasDisplay(process.env, process.platform);
  const driver = await launch('chromium', {
    extension: folder,
    live: true,
    headless,
    leftWith: agent.origin,
  });
  await enableSite(driver, await openChat(driver, agent));
  process.stdout.write(
    `The chat is at ${agent.origin}, and Stream Fixer is on there. Ctrl-C ends.\n`,
  );
  await driver.leave();
  await server.stop();
  await agent.close();
}

try {
  await develop(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
