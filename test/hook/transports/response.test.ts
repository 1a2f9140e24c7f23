import '../browser-shape.ts';
import { expect, onTestFinished, test } from 'vitest';
import { overlayFetch } from '../../../src/hook/transports/fetch.ts';
import { overlayResponse } from '../../../src/hook/transports/response.ts';
import type { BodyTransform } from '../../../src/hook/transports/traffic.ts';
import { fakeTraffic } from '../fake-traffic.ts';

const NONE = new Uint8Array(0);

/**
 * A `fetch` whose answer another script has made its own, under overlays that turn "dirty" into
 * "clean".
 */
function stage(change: (response: Response) => Response) {
  let stopped = 0;
  const clean: BodyTransform = {
    push: (chunk) => [
      new TextEncoder().encode(new TextDecoder().decode(chunk).replace('dirty', 'clean')),
    ],
    end: () => NONE,
    idle: () => NONE,
    waits: () => false,
    stopped: () => void (stopped += 1),
  };
  const answers: Response[] = [];
  const view = {
    fetch(_url: string, _init?: RequestInit): Promise<Response> {
      answers.push(change(new Response('{"dirty":1}')));
      return Promise.resolve(answers.at(-1)!);
    },
  };
  const restores = [
    overlayFetch(
      view,
      fakeTraffic({
        cleanRequest: (body) => ({ body, asksReply: true, message: null }),
        openBody: () => clean,
      }),
    ),
    ...overlayResponse(),
  ];
  onTestFinished(() => restores.forEach((restore) => restore?.()));
  return {
    ask: () => view.fetch('/chat', { method: 'POST', body: '{}' }),
    answers,
    stopped: () => stopped,
  };
}

class Answer extends Response {
  #took = 7;

  get took(): number {
    return this.#took;
  }

  override async text(): Promise<string> {
    return `${this.#took} ${await super.text()}`;
  }
}

test.each<[string, (response: Response) => Response, string]>([
  ['a class of its own', ({ body }) => new Answer(body), '7 {"clean":1}'],
  ['a member', (response) => Object.assign(response, { took: 7 }), '{"clean":1}'],
  [
    'a URL',
    (response) => Object.defineProperty(response, 'url', { value: 'http://host/' }),
    '{"clean":1}',
  ],
  [
    'a method of its own',
    (response) => {
      const { text } = response;
      return Object.assign(response, { text: async () => `own ${await text.call(response)}` });
    },
    'own {"clean":1}',
  ],
])(
  'a response to which a script gave %s stays that response, and reads clean',
  async (_name, change, text) => {
    const { ask, answers, stopped } = stage(change);

    const response = await ask();
    const clone = response.clone();
    const used = response.bodyUsed;

    expect(response).toBe(answers[0]);
    expect(await response.text()).toBe(text);
    expect(await clone.json()).toEqual({ clean: 1 });
    expect([used, response.bodyUsed]).toEqual([false, true]);
    await expect(response.blob()).rejects.toThrow(TypeError);
    expect(new TextDecoder().decode((await (await ask()).body!.getReader().read()).value)).toBe(
      '{"clean":1}',
    );
    expect(stopped()).toBe(0);
  },
);

test.each<[string, (response: Response) => Response]>([
  [
    'a body of its own',
    (response) => Object.defineProperty(response, 'body', { value: response.body }),
  ],
  [
    'a Proxy around it',
    (response) =>
      new Proxy(response, {
        get(target, key) {
          const value: unknown = Reflect.get(target, key, target);
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      }),
  ],
])(
  'a reply to which a script gave %s passes as it came, and is reported',
  async (_name, change) => {
    const { ask, answers, stopped } = stage(change);

    const response = await ask();

    expect(response).toBe(answers[0]);
    expect(await response.text()).toBe('{"dirty":1}');
    expect(stopped()).toBe(1);
  },
);
