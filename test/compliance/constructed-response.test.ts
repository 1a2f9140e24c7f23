import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s responses that the page constructs are left alone', async (kind) => {
  const seen = await observe(kind, async ({ outcome }) => {
    const stream = 'data: {"choices":[{"index":0,"delta":{"content":"`⏰ run`\\n\\nDone."}}]}\n\n';
    const made = new Response(stream, { status: 201, headers: { 'content-type': 'text/event-stream', 'x-test': 'a' } });
    const failing = new Response(
      new ReadableStream({ pull: (controller) => controller.error(new DOMException('own', 'AbortError')) }),
    );
    const { url, type, redirected, status } = made;
    made.headers.set('x-test', 'b');
    return {
      facts: { url, type, redirected, status, test: made.headers.get('x-test') },
      clone: await made.clone().text(),
      text: await made.text(),
      failing: await outcome(() => failing.text()),
      error: Response.error().type,
      redirect: Response.redirect('/there', 301).headers.get('location'),
      json: (await Response.json({ a: 1 }).json()) as unknown,
    };
  });

  expect(seen).toMatchObject({
    facts: { url: '', type: 'default', redirected: false, status: 201, test: 'b' },
    clone: expect.stringContaining('⏰ run'),
    text: expect.stringContaining('⏰ run'),
    error: 'error',
    redirect: 'ORIGIN/there',
    json: { a: 1 },
  });
});
