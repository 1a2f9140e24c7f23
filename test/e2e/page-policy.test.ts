/** Nothing leaves a page of the extension, even if foreign code were to run in it. */
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { sleep } from '../../src/tools/browsers/until.ts';
import { openPage } from '../support/driving/own-pages.ts';
import { BROWSERS, sharedBrowser } from '../support/browsers.ts';
import { listen } from '../support/listen.ts';

async function serveAll(): Promise<{ readonly origin: string; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*').end('');
  });
  const { port, close } = await listen(server);
  onTestFinished(close);
  return { origin: `http://127.0.0.1:${port}`, asked };
}

/** Runs in a page of the extension: every way to send something to a server. */
async function tellAll(origin: string): Promise<string[]> {
  const broken: string[] = [];
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
    broken.push(effectiveDirective),
  );
  await fetch(`${origin}/fetch`, { mode: 'no-cors' }).catch(() => null);
  navigator.sendBeacon(`${origin}/beacon`, 'x');
  try {
    new WebSocket(origin.replace('http', 'ws'));
  } catch {
    // Refused at once, in some browsers.
  }
  for (const [name, key] of [
    ['img', 'src'],
    ['script', 'src'],
    ['iframe', 'src'],
    ['audio', 'src'],
    ['link', 'href'],
  ] as const) {
    const element = Object.assign(document.createElement(name), {
      rel: 'stylesheet',
      [key]: `${origin}/${name}`,
    });
    document.body.append(element);
  }
  const style = document.createElement('style');
  style.textContent = `body { background: url(${origin}/style) }`;
  const form = Object.assign(document.createElement('form'), {
    action: `${origin}/form`,
    method: 'post',
    target: '_blank',
  });
  document.body.append(style, form);
  try {
    form.submit();
  } catch {
    // Refused at once in Firefox.
  }
  await new Promise((done) => setTimeout(done, 1000));
  for (const element of [
    style,
    form,
    ...document.querySelectorAll('body > :is(img, script[src^=http], iframe, audio, link)'),
  ])
    element.remove();
  return broken;
}

const PAGES = ['options.html', 'popup.html', 'healing.html', 'welcome.html'];

test.each(BROWSERS)(
  'in %s no request leaves a page of ours, and its own styles and scripts are loaded',
  async (kind) => {
    const { origin, asked } = await serveAll();
    const driver = await sharedBrowser(kind);
    for (const address of PAGES) {
      const page = await openPage(driver, address, 'body > div > *');
      const broken = await page.evaluate(tellAll, origin);

      const kinds = ['connect-src', 'img-src', 'script-src-elem', 'style-src-elem'];
      expect(broken, address).toEqual(expect.arrayContaining(kinds));
      expect(await page.evaluate(() => document.styleSheets.length), address).toBeGreaterThan(0);
      await page.close();
    }
    await sleep(500);
    expect(asked).toEqual([]);
  },
  60_000,
);
