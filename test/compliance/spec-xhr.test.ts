/**
 * The XMLHttpRequest standard row by row, each response a stream of frames cut at random: a program
 * sees the same with the hook.
 */
import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s an XMLHttpRequest goes through its states, returns and refuses as natively',
  async (kind) => {
    const seen = await observe(kind, ({ pieces, url, elsewhere, table, outcome, describe }) => {
      const types = [
        'readystatechange',
        'loadstart',
        'progress',
        'load',
        'loadend',
        'abort',
        'error',
        'timeout',
      ];
      const facts = (xhr: XMLHttpRequest): unknown => [
        xhr.readyState,
        xhr.status,
        xhr.statusText,
        xhr.responseURL.replace(/seed=\d+/, ''),
        xhr.getAllResponseHeaders().replace(/^date: .*\r\n/m, ''),
        xhr.getResponseHeader('X-Test'),
      ];
      /** What a property returns or throws. */
      const get = (
        xhr: XMLHttpRequest,
        key: 'response' | 'responseText' | 'responseXML',
      ): unknown => {
        try {
          const value: unknown = xhr[key];
          return typeof value === 'object' && value !== null ? value.constructor.name : value;
        } catch (error) {
          return describe(error);
        }
      };
      const trial = (work: () => unknown): unknown => {
        try {
          return work() ?? 'nothing';
        } catch (error) {
          return describe(error);
        }
      };
      interface Ways {
        readonly open?: readonly [method: string, address: string];
        readonly before?: (xhr: XMLHttpRequest) => unknown;
        /** At each state, at its first event. */
        readonly at?: (xhr: XMLHttpRequest, state: number) => unknown;
      }
      /**
       * Sends a request and observes it to its end: its events, repeats merged, what was seen at
       * each state, the facts.
       */
      async function follow({
        open: [method, address] = ['POST', pieces()],
        before,
        at,
      }: Ways): Promise<{
        readonly xhr: XMLHttpRequest;
        readonly log: readonly string[];
        readonly states: readonly unknown[];
        readonly early: unknown;
      }> {
        const xhr = new XMLHttpRequest();
        const log: string[] = [];
        const states: unknown[] = [];
        const known = new Set<number>();
        for (const type of types) {
          xhr.addEventListener(type, ({ isTrusted, constructor: { name } }) => {
            // Whether the last progress comes before or after the last state depends on timing.
            const entry = `${type} ${type === 'progress' ? '' : xhr.readyState} ${name} ${isTrusted}`;
            if (!log.includes(entry)) log.push(entry);
            if (known.has(xhr.readyState)) return;
            known.add(xhr.readyState);
            if (at) states.push(at(xhr, xhr.readyState));
          });
        }
        xhr.open(method, address);
        const early = before?.(xhr);
        const over = new Promise((resolve) =>
          xhr.addEventListener('loadend', () => setTimeout(resolve)),
        );
        xhr.send('{"messages":[]}');
        await over;
        return { xhr, log, states, early };
      }
      const whole = async (ways: Ways): Promise<unknown> => {
        const { xhr, log, states, early } = await follow(ways);
        return [
          log,
          states,
          early,
          facts(xhr),
          get(xhr, 'response'),
          get(xhr, 'responseText'),
          get(xhr, 'responseXML'),
        ];
      };

      return table({
        'a stream from its beginning to its end': () => whole({}),
        'a stream of GET, compressed': () => whole({ open: ['GET', pieces({ gzip: 1 })] }),
        'a stream with a length': async () => {
          const { xhr, log } = await follow({ open: ['POST', pieces({ length: 1 })] });
          return [log, facts(xhr), xhr.responseText];
        },
        'figures of progress': async () => {
          const loaded: number[] = [];
          const ends: unknown[] = [];
          const { xhr } = await follow({
            before: (made) => {
              made.addEventListener('progress', (event) => void loaded.push(event.loaded));
              made.addEventListener(
                'load',
                (event) => void ends.push([event.loaded, event.total, event.lengthComputable]),
              );
            },
          });
          return [
            loaded.every((count, i) => i === 0 || count >= (loaded[i - 1] ?? 0)),
            loaded.at(-1),
            ends,
            xhr.responseText.length,
          ];
        },
        'text only grows': async () => {
          const texts: string[] = [];
          const { xhr } = await follow({
            before: (made) =>
              made.addEventListener('readystatechange', () => void texts.push(made.responseText)),
          });
          return [
            texts.every((text) => xhr.responseText.startsWith(text)),
            xhr.responseText === xhr.response,
          ];
        },
        'every responseType at every state': async () => {
          const rows: unknown[] = [];
          for (const type of ['', 'text', 'arraybuffer', 'blob', 'json', 'document'] as const) {
            const { xhr, states } = await follow({
              before: (made) => (made.responseType = type),
              at: (made, state) =>
                [
                  state,
                  get(made, 'response'),
                  state > 2 && type !== '' && type !== 'text' ? get(made, 'responseText') : null,
                  state > 2 && type !== '' && type !== 'document' ? get(made, 'responseXML') : null,
                ].map((value) => (state === 3 && typeof value === 'string' ? 'some text' : value)),
            });
            const { response } = xhr as { response: unknown };
            const value =
              response instanceof ArrayBuffer
                ? new TextDecoder().decode(response)
                : response instanceof Blob
                  ? [response.type, response.size, await response.text()]
                  : get(xhr, 'response');
            rows.push([type, states, value, response === xhr.response]);
          }
          return rows;
        },
        'json of an answer': async () => {
          const ask = async (text: string, type = 'application/json'): Promise<unknown> => {
            const { xhr } = await follow({
              open: ['POST', pieces({ text, type })],
              before: (made) => (made.responseType = 'json'),
            });
            return [xhr.response as unknown, xhr.response === xhr.response];
          };
          return [
            await ask('{"choices":[{"message":{"content":"é 🙂"}}]}'),
            await ask('\ufeff[1]'),
            await ask('{"a":'),
            await ask(''),
            await ask('"x"', 'text/event-stream'),
          ];
        },
        'responseType while it runs, and after': () =>
          whole({
            at: (xhr, state) =>
              [
                state,
                trial(() => (xhr.responseType = 'json')),
                trial(() => (xhr.responseType = 'no-such' as 'json')),
                xhr.responseType,
              ].slice(0, state > 2 ? 4 : 0),
          }),
        'another charset': async () => {
          const open = [
            'POST',
            pieces({
              latin1: 1,
              text: 'data: {"choices":[{"delta":{"content":"\u00e9t\u00e9"}}]}\n\n',
              type: 'text/event-stream; charset=iso-8859-1',
            }),
          ] as const;
          return (await follow({ open })).xhr.responseText;
        },
        'an overridden charset': async () => {
          const ask = async (type: string): Promise<unknown> => {
            const { xhr } = await follow({ before: (made) => made.overrideMimeType(type) });
            return [xhr.responseText, xhr.getResponseHeader('content-type')];
          };
          return [
            await ask('text/plain; charset=latin1'),
            await ask('text/event-stream; charset=utf-8'),
            await ask('text/plain; charset=x-user-defined'),
            await ask('nonsense'),
          ];
        },
        'broken UTF-8 and a byte order mark': async () => {
          const text = async (given: string, more = {}): Promise<string> =>
            (await follow({ open: ['POST', pieces({ text: given, ...more })] })).xhr.responseText;
          return [
            await text('data: \u00e9\u00ff\n\n', { latin1: 1 }),
            await text('\ufeffdata: x\n\n', { type: 'text/plain' }),
            await text('\ufeffdata: ä\n\n'),
            await text(''),
          ];
        },
        'an answer as a document': async () => {
          const { xhr } = await follow({
            open: ['POST', pieces({ text: '<a><b>é</b></a>', type: 'application/xml' })],
          });
          return [
            get(xhr, 'responseXML'),
            xhr.responseXML?.querySelector('b')?.textContent,
            xhr.responseText,
          ];
        },
        'answers of every status': async () => {
          const rows: unknown[] = [];
          for (const code of [201, 204, 205, 304, 400, 404, 429, 500, 503])
            rows.push(await whole({ open: ['POST', pieces({ code })] }));
          return rows;
        },
        HEAD: () => whole({ open: ['HEAD', pieces()] }),
        'a redirect, and a fragment': async () => {
          const { xhr } = await follow({
            open: ['GET', `${url('/redirect', { to: pieces() })}#part`],
          });
          return [facts(xhr), xhr.responseText];
        },
        'another origin, allowed and not': async () => [
          await whole({ open: ['POST', elsewhere + pieces({ cors: 1 })] }),
          await whole({ open: ['POST', elsewhere + pieces()] }),
        ],
        'a connection that breaks': async () => {
          const rows: unknown[] = [];
          for (const type of ['', 'arraybuffer', 'json', 'blob'] as const) {
            const { xhr, log } = await follow({
              open: ['POST', pieces({ then: 'break' })],
              before: (made) => (made.responseType = type),
            });
            rows.push([log, facts(xhr), get(xhr, 'response')]);
          }
          return rows;
        },
        'no time left': async () => {
          const rows: unknown[] = [];
          for (const late of [false, true]) {
            const { xhr, log, early } = await follow({
              open: ['POST', pieces({ then: 'hold' })],
              before: (made) => {
                if (!late) made.timeout = 200;
                made.addEventListener('progress', () => {
                  if (late) made.timeout = 1;
                });
                return made.timeout;
              },
            });
            rows.push([log, facts(xhr), get(xhr, 'response'), early]);
          }
          return rows;
        },
        'aborted at each state': async () => {
          const rows: unknown[] = [];
          for (const when of [2, 3]) {
            const { xhr, log } = await follow({
              open: ['POST', pieces({ then: 'hold' })],
              at: (made, state) => state === when && made.abort(),
            });
            rows.push([when, log, facts(xhr), get(xhr, 'response')]);
          }
          return rows;
        },
        'aborted when it is done, before its load': () =>
          new Promise((resolve) => {
            const xhr = new XMLHttpRequest();
            const log: string[] = [];
            for (const type of types.slice(3))
              xhr.addEventListener(type, () => log.push(`${type} ${xhr.readyState}`));
            xhr.open('POST', pieces());
            xhr.onreadystatechange = () => {
              if (xhr.readyState !== 4) return;
              xhr.abort();
              log.push(`aborted ${xhr.readyState}`);
              // Browsers differ in whether any more events follow.
              setTimeout(() => resolve([log, facts(xhr), get(xhr, 'response')]), 50);
            };
            xhr.send('{"messages":[]}');
          }),
        'aborted before and after everything': () => {
          const xhr = new XMLHttpRequest();
          const log: string[] = [];
          for (const type of types)
            xhr.addEventListener(type, () => log.push(`${type} ${xhr.readyState}`));
          xhr.abort();
          const unopened = facts(xhr);
          xhr.open('POST', pieces());
          xhr.abort();
          const opened = facts(xhr);
          xhr.send('{"messages":[]}');
          xhr.abort();
          return [log, unopened, opened, facts(xhr)];
        },
        'calls at the wrong time': async () => {
          const unopened = new XMLHttpRequest();
          const early = [
            trial(() => unopened.send()),
            trial(() => unopened.setRequestHeader('a', 'b')),
            trial(() => unopened.getResponseHeader('a')),
            trial(() => unopened.overrideMimeType('text/plain')),
          ];
          const { xhr, early: sending } = await follow({
            before: (made) => {
              setTimeout(() =>
                Object.assign(made, {
                  calls: [
                    trial(() => made.send()),
                    trial(() => made.setRequestHeader('a', 'b')),
                    trial(() => (made.withCredentials = true)),
                  ],
                }),
              );
            },
          });
          return [
            early,
            sending,
            (xhr as unknown as { calls: unknown }).calls,
            trial(() => xhr.send()),
            trial(() => (xhr.withCredentials = true)),
          ];
        },
        'wrong addresses, methods and headers': () => {
          const xhr = new XMLHttpRequest();
          const opens = [
            ['', '/'],
            ['a b', '/'],
            ['TRACE', '/'],
            ['CONNECT', '/'],
            ['GET', 'http://:::'],
            ['GET', 'http://['],
          ].map(([method = '', address = '']) => trial(() => xhr.open(method, address)));
          xhr.open('POST', '/');
          return [
            opens,
            [
              ['a b', 'c'],
              ['', 'c'],
              ['a', '\n'],
              ['a', '\u0100'],
              ['Cookie', 'x'],
              ['Sec-X', 'y'],
            ].map(([name = '', value = '']) => trial(() => xhr.setRequestHeader(name, value))),
          ];
        },
        'members on a wrong `this`': () => {
          const { open, send, setRequestHeader } = XMLHttpRequest.prototype;
          const get = (self: unknown, key: string): unknown =>
            Reflect.apply(
              Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, key)!.get!,
              self,
              [],
            );
          return [
            undefined,
            null,
            {},
            1,
            'text',
            document,
            XMLHttpRequest.prototype,
            Object.create(new XMLHttpRequest()) as unknown,
            new Proxy(new XMLHttpRequest(), {}),
          ].map((self) => [
            trial(() => Reflect.apply(open, self, ['GET', '/'])),
            trial(() => Reflect.apply(send, self, ['{"messages":[]}'])),
            trial(() => Reflect.apply(setRequestHeader, self, ['digest', 'x'])),
            trial(() => get(self, 'responseText')),
            trial(() => get(self, 'response')),
          ]);
        },
        'arguments that are missing, or cannot be converted': () => {
          const opened = (): Record<
            'open' | 'send' | 'setRequestHeader',
            (...args: unknown[]) => unknown
          > => {
            const xhr = new XMLHttpRequest();
            xhr.open('POST', pieces());
            return xhr as never;
          };
          const throwing = {
            toString: () => {
              throw new RangeError('of the page');
            },
          };
          return [
            trial(() => opened().open()),
            trial(() => opened().open('GET')),
            trial(() => opened().setRequestHeader('digest')),
            ...[Symbol('x'), throwing].flatMap((value) => [
              trial(() => opened().open(value, '/')),
              trial(() => opened().open('GET', value)),
              trial(() => opened().setRequestHeader('a', value)),
              trial(() => opened().setRequestHeader(value, 'b')),
              trial(() => opened().send(value)),
            ]),
          ];
        },
        'arguments are converted once, by the native call': async () => {
          const log: string[] = [];
          const text = (name: string, value: string): never =>
            ({ toString: () => (log.push(name), value) }) as never;
          const xhr = new XMLHttpRequest();
          xhr.open(
            text('method', 'POST'),
            text('url', url('/echo')),
            text('async', 'true'),
            text('user', ''),
            text('password', ''),
          );
          xhr.setRequestHeader(text('name', 'x-test'), text('value', 'yes'));
          const over = new Promise((resolve) => (xhr.onload = resolve));
          xhr.send(text('body', '{"messages":[]}'));
          await over;
          return [log, xhr.responseText];
        },
        'listeners in the order in which they were added, with their microtasks between':
          async () => {
            const xhr = new XMLHttpRequest();
            const log: string[] = [];
            const note = (name: string) => (event: Event) => {
              log.push(`${event.type} ${name}`);
              queueMicrotask(() => log.push(`${event.type} ${name} after`));
            };
            xhr.addEventListener('loadend', note('first'));
            xhr.onloadend = note('handler');
            xhr.open('POST', pieces());
            xhr.addEventListener('loadend', note('capturing'), true);
            xhr.addEventListener('load', { handleEvent: note('object') });
            xhr.send('{"messages":[]}');
            xhr.addEventListener('loadend', note('late'));
            xhr.onload = note('handler');
            await new Promise((resolve) =>
              xhr.addEventListener('loadend', () => setTimeout(resolve)),
            );
            return log;
          },
        'headers that are set twice': async () => {
          const { xhr } = await follow({
            open: ['post', url('/echo')],
            before: (made) => {
              made.setRequestHeader('X-Test', 'one');
              made.setRequestHeader('x-test', ' two ');
            },
          });
          return JSON.parse(xhr.responseText) as unknown;
        },
        'opened and sent again in its own event': async () => {
          const xhr = new XMLHttpRequest();
          const texts: string[] = [];
          xhr.open('POST', pieces());
          const over = new Promise((resolve) => {
            xhr.onload = () => {
              texts.push(xhr.responseText);
              if (texts.length === 3) return resolve(null);
              xhr.open('POST', pieces());
              texts.push(`between: ${xhr.responseText}`);
              xhr.send('{"messages":[]}');
            };
          });
          xhr.send('{"messages":[]}');
          await over;
          return texts;
        },
        'opened again while it runs': async () => {
          const xhr = new XMLHttpRequest();
          const log: string[] = [];
          for (const type of types.slice(3))
            xhr.addEventListener(type, () => log.push(`${type} ${xhr.readyState}`));
          xhr.open('POST', pieces({ then: 'hold' }));
          xhr.send('{"messages":[]}');
          while (xhr.responseText === '') await new Promise((resolve) => setTimeout(resolve, 5));
          xhr.open('POST', pieces());
          log.push(`opened ${xhr.readyState} ${xhr.status} "${xhr.responseText}"`);
          await new Promise((resolve) => {
            xhr.onloadend = resolve;
            xhr.send('{"messages":[]}');
          });
          return [log, xhr.responseText];
        },
        synchronous: () => {
          const xhr = new XMLHttpRequest();
          const log: string[] = [];
          // Firefox repeats progress, and its last state, if it was slow.
          for (const type of types.filter((name) => name !== 'progress'))
            xhr.addEventListener(
              type,
              () =>
                log.at(-1) !== `${type} ${xhr.readyState}` && log.push(`${type} ${xhr.readyState}`),
            );
          xhr.open('POST', pieces(), false);
          xhr.send('{"messages":[]}');
          const refused = trial(() => {
            const timed = new XMLHttpRequest();
            timed.open('POST', pieces(), false);
            timed.timeout = 1;
          });
          return [log, facts(xhr), xhr.responseText, refused];
        },
        'synchronous, and it breaks': () =>
          outcome(() => {
            const xhr = new XMLHttpRequest();
            xhr.open('POST', pieces({ then: 'break' }), false);
            xhr.send('{"messages":[]}');
          }),
      });
    });

    expect(
      Object.entries(seen).filter(
        ([, row]) => typeof row === 'object' && row !== null && 'late' in row,
      ),
    ).toEqual([]);
    expect(seen['a stream from its beginning to its end']).toMatchObject({
      value: [
        expect.arrayContaining(['load 4 ProgressEvent true', 'loadend 4 ProgressEvent true']),
        [],
        '(undefined)',
        [4, 200, 'OK', expect.any(String), expect.any(String), 'yes'],
        expect.stringContaining('[DONE]'),
        expect.stringContaining('[DONE]'),
        null,
      ],
    });
  },
);
