import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s an abort before the response rejects fetch with AbortError or with the given reason itself',
  async (kind) => {
    const seen = await observe(kind, async ({ url, stream, outcome }) => {
      const reason = { custom: 'reason' };
      const json = { 'content-type': 'application/json' };
      const attempt = async (
        abort: (controller: AbortController) => void,
        early: boolean,
        make: (signal: AbortSignal) => [string | Request, RequestInit?],
      ): Promise<{ result: unknown; own: boolean }> => {
        const controller = new AbortController();
        if (early) abort(controller);
        const [input, init] = make(controller.signal);
        const promise = fetch(input, init);
        if (!early) abort(controller);
        let own = false;
        const result = await outcome(() =>
          promise.catch((error: unknown) => {
            own = error === controller.signal.reason;
            throw error;
          }),
        );
        return { result, own };
      };
      const ways: Record<string, (signal: AbortSignal) => [string | Request, RequestInit?]> = {
        get: (signal) => [stream(1), { signal }],
        chat: (signal) => [url('/echo'), { method: 'POST', headers: json, body: '{"messages":[]}', signal }],
        request: (signal) => [
          new Request(url('/echo'), { method: 'POST', headers: json, body: '{"messages":[]}', signal }),
        ],
        both: (signal) => [
          new Request(url('/echo'), { method: 'POST', headers: json, body: '{"messages":[]}' }),
          { signal },
        ],
      };
      const record: Record<string, { result: unknown; own: boolean }> = {};
      for (const [name, make] of Object.entries(ways)) {
        for (const early of [true, false]) {
          record[`${name} ${early} plain`] = await attempt((controller) => controller.abort(), early, make);
          record[`${name} ${early} reason`] = await attempt((controller) => controller.abort(reason), early, make);
        }
      }
      return record;
    });

    expect(Object.keys(seen)).toHaveLength(16);
    for (const [name, sight] of Object.entries(seen)) {
      const error = name.endsWith('plain') ? { class: 'DOMException', name: 'AbortError' } : { class: 'Object' };
      expect(sight, name).toMatchObject({ result: { error }, own: true });
    }
  },
);
