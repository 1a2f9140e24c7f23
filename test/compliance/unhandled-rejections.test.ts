import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observeBoth } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s an unhandled rejection is reported once, and a handled one never',
  async (kind) => {
    const { hooked, plain } = await observeBoth(kind, async ({ stream, outcome, ask }) => {
      const reports: string[] = [];
      const note = (event: PromiseRejectionEvent): void => {
        event.preventDefault();
        const error = event.reason as Error;
        reports.push(
          `${event.type} ${error.name ?? String(error)} ${event.promise instanceof Promise}`,
        );
      };
      addEventListener('unhandledrejection', note);
      addEventListener('rejectionhandled', note);
      const turn = async (): Promise<unknown> => ask('/json');
      const sections: Record<string, string[]> = {};
      const section = async (
        name: string,
        expected: number,
        work: () => unknown,
      ): Promise<void> => {
        await work();
        for (let i = 0; i < 500 && reports.length < expected; i++) await turn();
        // Several more turns, so that one too many would have arrived.
        for (let i = 0; i < 3; i++) await turn();
        sections[name] = reports.splice(0);
      };
      await section('handled', 0, () => outcome(() => fetch('http://')));
      await section('ignored', 1, () => void fetch('http://'));
      await section('aborted', 1, () => void fetch(stream(1), { signal: AbortSignal.abort() }));
      await section('handled abort of a body', 0, async () => {
        const controller = new AbortController();
        const response = await fetch(stream(1, 'hold'), { signal: controller.signal });
        const text = outcome(() => response.text());
        controller.abort();
        await text;
      });
      await section('abort of an unread body', 0, async () => {
        const controller = new AbortController();
        await fetch(stream(1, 'hold'), { signal: controller.signal });
        controller.abort();
      });
      await section('abort of a held reader', 0, async () => {
        const controller = new AbortController();
        const response = await fetch(stream(1, 'hold'), { signal: controller.signal });
        const reader = response.body!.getReader();
        await reader.read();
        controller.abort();
      });
      await section('ignored text', 1, async () => {
        void (await fetch(stream(1, 'break'))).text();
        await ask('/closed');
      });
      await section('ignored form', 1, async () => void (await fetch(stream(1))).formData());
      await section('broken unread body', 0, async () => {
        await fetch(stream(1, 'break'));
        await ask('/closed');
      });
      await section(
        'refused request',
        1,
        () => void fetch(stream(1), { method: 'TRACE', body: '{"messages":[]}' }),
      );
      await section('used request', 1, async () => {
        const request = new Request(stream(1), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{}',
        });
        await request.text();
        void fetch(request);
      });
      return sections;
    });

    // Firefox reports as handled whatever a stream did with a reader whose `closed` is watched;
    // nothing was unhandled.
    const seen = Object.fromEntries(
      Object.entries(hooked).map(([name, reports]) => [
        name,
        reports.filter((report) => kind === 'chromium' || !report.startsWith('rejectionhandled')),
      ]),
    );
    // Firefox itself calls a broken connection an abort, see network-error.
    if (kind === 'firefox') plain['ignored text'] = ['unhandledrejection TypeError true'];
    expect(seen).toEqual(plain);
    expect(seen['ignored text']).toEqual(['unhandledrejection TypeError true']);
    expect(seen.handled).toEqual([]);
    expect(seen.ignored).toEqual(['unhandledrejection TypeError true']);
    expect(seen.aborted).toEqual(['unhandledrejection AbortError true']);
    expect(seen['handled abort of a body']).toEqual([]);
    expect(seen['ignored form']).toEqual(['unhandledrejection TypeError true']);
    expect(seen['used request']).toEqual(['unhandledrejection TypeError true']);
  },
);
