import { afterAll, beforeAll, expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { inBoth, serveXhr, type XhrSite } from '../support/compliance/xhr-site.ts';

const PROSE = '42["other",{"query":"a\\n`⏰ list`\\n\\n\\nb"}]\u001e2';
const CHAT = ['a\n`⏰ list`\n\n\nb', 'c']
  .map(
    (content) =>
      `42["events",${JSON.stringify({ chat_id: 'c', message_id: 'm', data: { type: 'chat:completion', data: { content, done: content === 'c' } } })}]`,
  )
  .join('\u001e');

const sites: XhrSite[] = [];
beforeAll(async () => {
  for (const payload of [PROSE, CHAT])
    sites.push(await serveXhr(Buffer.from(payload), 'text/plain; charset=UTF-8'));
});
afterAll(() => {
  for (const site of sites) site.close();
});

/**
 * Runs in the page: one long-polling response, in two pieces.
 * @returns its texts at its end, and whether a shown text changed
 */
function poll(origin: string): Promise<{ texts: string[]; changed: boolean }> {
  return new Promise((resolve) => {
    const xhr = new XMLHttpRequest();
    let before = '';
    let changed = false;
    xhr.open('GET', `${origin}/cut?at=40&EIO=4&transport=polling&sid=${origin.length}`);
    xhr.onreadystatechange = () => {
      if (!xhr.responseText.startsWith(before)) changed = true;
      before = xhr.responseText;
    };
    xhr.onload = () =>
      resolve({ texts: [xhr.responseText, xhr.response as string, xhr.responseText], changed });
    xhr.send();
  });
}

test.each(BROWSERS)(
  "in %s long-polling packets that are not a chat's are the native text",
  async (kind) => {
    const { hooked, plain } = await inBoth(kind, poll, sites[0]!.origin);

    expect(hooked).toEqual(plain);
    expect(hooked).toEqual({ texts: [PROSE, PROSE, PROSE], changed: false });
  },
);

test.each(BROWSERS)(
  'in %s packets of a chat are cleaned, once, whatever is read and how often',
  async (kind) => {
    const { hooked, plain } = await inBoth(kind, poll, sites[1]!.origin);

    expect(plain.texts).toEqual([CHAT, CHAT, CHAT]);
    expect(new Set(hooked.texts).size).toBe(1);
    expect(hooked.changed).toBe(false);
    expect(hooked.texts[0]).toBe(CHAT.replace('a\\n`⏰ list`\\n\\n\\nb', 'a\\n\\nb'));
  },
);
