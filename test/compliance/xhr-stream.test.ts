import { afterAll, beforeAll, expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { openHooked, stageIn } from '../support/compliance/observe.ts';
import { inBoth, recordedStream, serveXhr, type XhrSite } from '../support/compliance/xhr-site.ts';

let site: XhrSite;
/** A stream that ends while its last line is still held. */
let held: XhrSite;
const LAST = 'data: {"choices":[{"index":0,"delta":{"content":"All `code`\\n"}}]}\n\n: the end';

beforeAll(async () => {
  site = await serveXhr(recordedStream('v0.8-chat-scenario-1'), 'text/event-stream');
  held = await serveXhr(Buffer.from(LAST), 'text/event-stream');
});
afterAll(() => {
  site.close();
  held.close();
});

/**
 * Requests that each get the stream cut at a different position and from there at every `step`
 * bytes.
 */
interface Cuts {
  readonly origin: string;
  readonly cuts: readonly number[];
  readonly step: number;
  readonly key: 'responseText' | 'response';
}

interface Sights {
  /** Whole texts at the end, without duplicates. */
  readonly texts: readonly string[];
  /**
   * Where a shown text changed later, `response` was a different text, or half a character was
   * visible.
   */
  readonly faults: readonly string[];
  /** How often an incomplete text was seen. */
  readonly partial: number;
}

/** Runs in the page: reads the stream with each cut, as readers of slices do. */
async function readCuts({ origin, cuts, step, key }: Cuts): Promise<Sights> {
  const texts = new Set<string>();
  const faults: string[] = [];
  let partial = 0;
  const waiting = [...cuts];

  function read(at: number): Promise<void> {
    return new Promise((resolve) => {
      const xhr = new XMLHttpRequest();
      let shown = '';
      let slices = '';
      function look(event: Event): void {
        const now = (key === 'response' ? xhr.response : xhr.responseText) as string;
        if (!now.startsWith(shown)) faults.push(`${at} ${event.type}: changed`);
        if (xhr.response !== xhr.responseText) faults.push(`${at} ${event.type}: two texts`);
        if (now.includes('\uFFFD') || /\p{Surrogate}/u.test(now))
          faults.push(`${at} ${event.type}: half a character`);
        slices += now.slice(shown.length);
        if (xhr.readyState === 3 && now.length > shown.length) partial += 1;
        shown = now;
      }
      xhr.open('GET', `${origin}/cut?at=${at}&step=${step}`);
      xhr.onreadystatechange = look;
      xhr.onprogress = look;
      xhr.onloadend = (event) => {
        look(event);
        texts.add(slices);
        resolve();
      };
      xhr.send();
    });
  }
  async function work(): Promise<void> {
    for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) await read(at);
  }
  // Browsers open six connections to one host.
  await Promise.all([work(), work(), work(), work(), work(), work()]);
  return { texts: [...texts], faults, partial };
}

/** The reply as a client joins it. */
function replyOf(stream: string | undefined): string {
  const deltas = (stream ?? '').split('\n').filter((line) => line.startsWith('data: {'));
  return deltas
    .map(
      (line) =>
        (JSON.parse(line.slice(6)) as { choices?: { delta?: { content?: string } }[] }).choices?.[0]
          ?.delta?.content ?? '',
    )
    .join('');
}

test.each(BROWSERS)(
  'in %s a stream with markers is clean and only grows, at every state and slice, wherever it is cut',
  async (kind) => {
    const step = 24;
    const cuts = Array.from({ length: step }, (_, i) => i);

    const { server, hooked: page } = await stageIn(kind);
    await page.bringToFront();
    await openHooked(page, server.hooked);
    const hooked = await page.evaluate(readCuts, {
      origin: site.origin,
      cuts,
      step,
      key: 'responseText' as const,
    });

    expect(replyOf(site.body.toString())).toContain('`💻 echo');
    expect(hooked.faults).toEqual([]);
    expect(hooked.texts).toHaveLength(1);
    // A browser that is late reads several pieces at once, but never a whole stream.
    expect(hooked.partial).toBeGreaterThan(step);
    expect(replyOf(hooked.texts[0])).toBe('Let me check. \n\nAll done: it printed the year. ');
  },
);

test.each(BROWSERS)('in %s held text arrives with the end of the stream', async (kind) => {
  const { hooked, plain } = await inBoth(kind, readCuts, {
    origin: held.origin,
    step: 1000,
    cuts: [0, 40, LAST.length - 3],
    key: 'response',
  });

  expect(hooked).toMatchObject({ texts: plain.texts, faults: [] });
  expect(hooked.texts).toEqual([LAST]);
});
