/**
 * The Fetch standard row by row, each body a stream of frames cut at random: a program sees the
 * same with the hook.
 */
import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe, observeBoth } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s bodies of fetch are consumed, read, locked, split, piped and ended as natively',
  async (kind) => {
    const seen = await observe(kind, ({ pieces, table, outcome, drain }) => {
      const post = { method: 'POST', body: '{"messages":[]}' };
      const reply = (query = {}, init: RequestInit = {}): Promise<Response> =>
        fetch(pieces(query), { ...post, ...init });
      const textOf = (bytes: BufferSource): string => new TextDecoder().decode(bytes);
      const state = (response: Response): unknown => [response.bodyUsed, response.body?.locked];
      /** How two promises settle, and which of them first. */
      async function both(first: Promise<unknown>, second: Promise<unknown>): Promise<unknown> {
        const order: string[] = [];
        const ends = await Promise.all([
          outcome(() => first.finally(() => order.push('first'))),
          outcome(() => second.finally(() => order.push('second'))),
        ]);
        return { ends, order };
      }

      return table({
        text: async () => (await reply()).text(),
        'text of GET': async () => (await fetch(pieces())).text(),
        'text of gzip': async () => (await reply({ gzip: 1 })).text(),
        'text with a length': async () => (await reply({ length: 1 })).text(),
        'text of another charset is UTF-8': async () =>
          (await reply({ type: 'text/event-stream; charset=iso-8859-1' })).text(),
        'broken UTF-8': async () =>
          (
            await reply({ latin1: 1, text: 'data: {"choices":[]}\n\ndata: \u00e9t\u00e9\n\n' })
          ).text(),
        arrayBuffer: async () => textOf(await (await reply()).arrayBuffer()),
        bytes: async () => textOf(await (await reply()).bytes()),
        blob: async () => {
          const blob = await (await reply({ type: 'Text/Event-Stream; Charset=UTF-8' })).blob();
          return [blob.type.replaceAll(' ', ''), blob.size, await blob.text()];
        },
        json: async () => (await reply()).json(),
        'json of one object': async () =>
          (
            await reply({
              text: '{"choices":[{"message":{"content":"é 🙂"}}]}',
              type: 'application/json',
            })
          ).json(),
        'json under the wrong type': async () => (await reply({ text: '[1,{"a":null}]' })).json(),
        'formData of the wrong type': async () => (await reply()).formData(),
        'formData of a form': async () => [
          ...(await (
            await reply({ text: 'a=1&b=%F0%9F%99%82', type: 'application/x-www-form-urlencoded' })
          ).formData()),
        ],
        'half a frame at the end': async () =>
          (await reply({ text: 'data: {"choices":[]}\n\ndata: {"id":"c1"' })).text(),
        textStream: async () => {
          const response = await reply();
          if (!('textStream' in response)) return 'no textStream';
          return drain(
            (response as { textStream(): ReadableStream<string> }).textStream().getReader(),
          );
        },
        'an empty body': async () => {
          const response = await reply({ text: '' });
          return [response.body !== null, await response.text()];
        },
        'no body': () =>
          Promise.all(
            [204, 205, 304].map(async (code) => {
              const response = await reply({ code });
              return [response.status, response.body, await response.text(), response.bodyUsed];
            }),
          ),
        HEAD: async () => {
          const response = await fetch(pieces(), { method: 'HEAD' });
          const other = await fetch(new Request(pieces(), { method: 'head' }));
          return [
            response.body === null,
            await response.text(),
            response.headers.get('content-type'),
            other.body,
          ];
        },
        'errors of servers have bodies': () =>
          Promise.all(
            [206, 400, 404, 500, 503].map(async (code) => {
              const response = await reply({ code });
              return [response.ok, response.status, response.statusText, await response.text()];
            }),
          ),

        'used and locked': async () => {
          const response = await reply();
          const states = [state(response)];
          const reader = response.body!.getReader();
          states.push(state(response));
          await reader.read();
          states.push(state(response));
          reader.releaseLock();
          states.push(state(response));
          return [
            states,
            await outcome(() => response.text()),
            await outcome(() => response.clone()),
          ];
        },
        'used as soon as a method consumes it': () =>
          Promise.all(
            ['text', 'arrayBuffer', 'bytes', 'blob', 'json', 'formData'].map(async (name) => {
              const response = await reply();
              const end = outcome(() =>
                (response[name as 'text'] as () => Promise<unknown>).call(response),
              );
              const atOnce = state(response);
              await end;
              return [name, atOnce, state(response)];
            }),
          ),
        'a reader that reads nothing leaves it unused': async () => {
          const response = await reply();
          response.body!.getReader().releaseLock();
          return [state(response), await response.text()];
        },
        'locked, it is taken by nobody else': async () => {
          const response = await reply();
          const reader = response.body!.getReader();
          const refused = await Promise.all([
            outcome(() => response.text()),
            outcome(() => response.clone()),
            outcome(() => response.body!.getReader()),
            outcome(() => response.body!.tee()),
            outcome(() => response.body!.cancel()),
            outcome(() => response.body!.pipeTo(new WritableStream())),
            outcome(() => new Response(response.body)),
          ]);
          return [refused, await drain(reader)];
        },
        'two takers at once': async () => {
          const response = await reply();
          return both(response.text(), response.arrayBuffer());
        },
        'a lock that is released while a read waits': async () => {
          // Firefox resolves only with the first bytes.
          const response = await reply({ then: 'hold', text: ':\n\n' });
          const reader = response.body!.getReader();
          for (;;) {
            const pause = new Promise<null>((resolve) => setTimeout(resolve, 50, null));
            const next = await Promise.race([reader.read(), pause]);
            // A body that ends too early would otherwise be read forever, and block the page.
            if (!next || next.done) break;
          }
          const read = outcome(() => reader.read());
          reader.releaseLock();
          const ends = [
            await read,
            await outcome(() => reader.closed),
            await outcome(() => reader.read()),
          ];
          await response.body!.cancel();
          return ends;
        },
        'readers one after another': async () => {
          const { body } = await reply();
          const texts: string[] = [];
          const decoder = new TextDecoder();
          for (;;) {
            const reader = body!.getReader();
            const { done, value } = await reader.read();
            reader.releaseLock();
            if (done) return [texts.join(''), await outcome(() => body!.getReader().closed)];
            texts.push(decoder.decode(value, { stream: true }));
          }
        },
        'many reads at once': async () => {
          const reader = (await reply()).body!.getReader();
          const reads = await Promise.all(Array.from({ length: 200 }, () => reader.read()));
          const decoder = new TextDecoder();
          const firstDone = reads.findIndex(({ done }) => done);
          return [
            reads
              .map(({ value }) => (value ? decoder.decode(value, { stream: true }) : ''))
              .join(''),
            reads.slice(firstDone).every(({ done }) => done),
            await outcome(() => reader.closed),
          ];
        },
        'what a reader gives': async () => {
          const reader = (await reply()).body!.getReader();
          const { value } = await reader.read();
          const shape = [
            value?.constructor.name,
            value instanceof Uint8Array,
            value!.byteLength > 0,
            value!.buffer.constructor.name,
          ];
          await reader.cancel();
          return [shape, await reader.read(), await outcome(() => reader.closed)];
        },
        'the buffers of all chunks, which some pages decode whole': async () => {
          const reader = (await reply()).body!.getReader();
          const decoder = new TextDecoder();
          let text = '';
          let owned = true;
          for (;;) {
            const { done, value } = await reader.read();
            if (done) return [text, owned];
            owned &&= value.byteOffset === 0 && value.buffer.byteLength === value.byteLength;
            text += decoder.decode(value.buffer, { stream: true });
          }
        },
        byob: async () => {
          const reader = (await reply()).body!.getReader({ mode: 'byob' });
          let text = '';
          const decoder = new TextDecoder();
          for (;;) {
            const { done, value } = await reader.read(new Uint8Array(new ArrayBuffer(20), 3, 7));
            text += decoder.decode(value, { stream: !done });
            if (done) return [text, value?.byteLength, value?.byteOffset, value?.buffer.byteLength];
          }
        },
        'byob in other views': async () => {
          const reader = (await reply({ text: `data: ${'x'.repeat(93)}\n` })).body!.getReader({
            mode: 'byob',
          });
          const codes: number[] = [];
          for (;;) {
            const { done, value } = await reader.read(new Uint16Array(8));
            codes.push(...(value ?? []));
            if (done) return codes;
          }
        },
        'wrong buffers': async () => {
          const { body } = await reply();
          const reader = body!.getReader({ mode: 'byob' });
          const refused = [
            await outcome(() => reader.read(new Uint8Array(0))),
            await outcome(() => reader.read({} as Uint8Array<ArrayBuffer>)),
            await outcome(() => body!.getReader({ mode: 'none' as 'byob' })),
          ];
          await reader.cancel();
          return refused;
        },

        'cancel before reading': async () => {
          const response = await reply({ then: 'hold' });
          const value = await response.body!.cancel('enough');
          return [value, state(response), await outcome(() => response.text())];
        },
        'cancel after a read': async () => {
          const response = await reply({ then: 'hold' });
          const reader = response.body!.getReader();
          await reader.read();
          const waiting = outcome(() => reader.read());
          const value = await reader.cancel(new Error('enough'));
          reader.releaseLock();
          return [
            value,
            'value' in ((await waiting) as object),
            state(response),
            await outcome(() => response.text()),
          ];
        },
        'cancel twice, and after the end': async () => {
          const { body } = await reply();
          await body!.cancel();
          const response = await reply();
          await response.text();
          return [
            await outcome(() => body!.cancel()),
            await outcome(() => response.body!.cancel()),
          ];
        },
        'both branches of a tee': async () =>
          Promise.all((await reply()).body!.tee().map((branch) => new Response(branch).text())),
        'cancel of one branch, and of both': async () => {
          const [first, second] = (await reply()).body!.tee();
          const cancelled = first.cancel('one');
          const text = await new Response(second).text();
          const branches = (await reply({ then: 'hold' })).body!.tee();
          const ends = await Promise.all([
            ...branches.map((branch) => outcome(() => branch.cancel())),
            outcome(() => cancelled),
          ]);
          return [text, ends];
        },
        'a clone goes on when the original is cancelled': async () => {
          const response = await reply();
          const clone = response.clone();
          void response.body!.cancel();
          return clone.text();
        },
        iteration: async () => {
          const response = await reply();
          const decoder = new TextDecoder();
          let text = '';
          for await (const part of response.body as unknown as AsyncIterable<Uint8Array>)
            text += decoder.decode(part, { stream: true });
          return [text, state(response)];
        },
        'iteration that leaves, with and without the rest': async () => {
          const kept = await reply();
          const decoder = new TextDecoder();
          let text = '';
          for await (const part of (
            kept.body as unknown as { values(how: object): AsyncIterable<Uint8Array> }
          ).values({
            preventCancel: true,
          })) {
            text += decoder.decode(part, { stream: true });
            break;
          }
          const reader = kept.body!.getReader();
          for (;;) {
            const { done, value } = await reader.read();
            if (done) break;
            text += decoder.decode(value, { stream: true });
          }
          const left = await reply({ then: 'hold' });
          for await (const part of left.body as unknown as AsyncIterable<Uint8Array>)
            if (part.length > 0) break;
          return [text, state(left), await outcome(() => left.body!.getReader().closed)];
        },
        'pipes through a decoder': async () =>
          drain((await reply()).body!.pipeThrough(new TextDecoderStream()).getReader()),
        'pipes to its end': async () => {
          const decoder = new TextDecoder();
          let text = '';
          const target = new WritableStream<Uint8Array>({
            write: (part) => void (text += decoder.decode(part, { stream: true })),
          });
          await (await reply()).body!.pipeTo(target);
          return text;
        },
        'a pipe whose end fails': async () => {
          const response = await reply({ then: 'hold' });
          const target = new WritableStream({
            write: () => Promise.reject(new RangeError('full')),
          });
          return [
            await outcome(() => response.body!.pipeTo(target)),
            state(response),
            await outcome(() => response.body!.getReader().closed),
          ];
        },
        'a pipe that is aborted and leaves the body': async () => {
          const response = await reply({ then: 'hold' });
          const controller = new AbortController();
          const piped = outcome(() =>
            response.body!.pipeTo(new WritableStream({ write: () => controller.abort('enough') }), {
              signal: controller.signal,
              preventCancel: true,
            }),
          );
          const ended = await piped;
          const after = state(response);
          await response.body!.cancel();
          return [ended, after];
        },
        'in another response': async () => {
          const response = await reply();
          const wrapped = new Response(response.body, { status: 202, headers: response.headers });
          return [
            state(response),
            wrapped.status,
            wrapped.headers.get('x-test'),
            await wrapped.text(),
            response.body!.locked,
          ];
        },
        'sent to another owner': async () => {
          const { body } = await reply();
          const moved = structuredClone(body!, { transfer: [body!] });
          return [
            body!.locked,
            await drain(moved.getReader() as ReadableStreamDefaultReader<Uint8Array>),
          ];
        },
      });
    });

    expect(
      Object.entries(seen).filter(
        ([, row]) => typeof row === 'object' && row !== null && 'late' in row,
      ),
    ).toEqual([]);
    expect(seen.text).toEqual({
      value: expect.stringMatching(/^data: .*"role":"assistant"[^]*data: \[DONE\]\n\n$/) as unknown,
    });
  },
);

test.each(BROWSERS)(
  'in %s requests of fetch are made, refused, aborted and answered as natively',
  async (kind) => {
    const seen = await observe(
      kind,
      ({ pieces, url, elsewhere, table, outcome, describe, drain }) => {
        const post = { method: 'POST', body: '{"messages":[]}' };
        const facts = (response: Response): unknown => [
          response.type,
          response.status,
          response.statusText,
          response.ok,
          response.redirected,
          response.url.replace(/seed=\d+/, ''),
          [...response.headers].filter(([name]) => name !== 'date'),
          response.body === null,
        ];
        const to = (address: string): string => url('/redirect', { to: address });
        const hash = async (text: string): Promise<string> =>
          btoa(
            String.fromCharCode(
              ...new Uint8Array(
                await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)),
              ),
            ),
          );
        /** What aborts a running fetch, and how its reader and a second consumer end. */
        async function aborted(
          abort: (controller: AbortController) => unknown,
          signalOf = (controller: AbortController) => controller.signal,
        ): Promise<unknown> {
          const controller = new AbortController();
          const signal = signalOf(controller);
          const response = await fetch(pieces({ then: 'hold' }), { ...post, signal });
          const reader = response.body!.getReader();
          const first = await reader.read();
          const end = drain(reader).then(({ end: how }) => how);
          await abort(controller);
          return [
            first.done,
            await end,
            await outcome(() => reader.closed),
            response.bodyUsed,
            describe(signal.reason),
          ];
        }

        return table({
          'answers of this origin': async () => facts(await fetch(pieces(), post)),
          'answers of another origin': async () => {
            const response = await fetch(elsewhere + pieces({ cors: 1 }), post);
            return [facts(response), await response.text()];
          },
          'another origin that does not allow it': () => fetch(elsewhere + pieces(), post),
          'no-cors': async () => {
            const response = await fetch(elsewhere + pieces(), { ...post, mode: 'no-cors' });
            return [facts(response), await response.text(), response.bodyUsed];
          },
          'same-origin elsewhere': () =>
            fetch(elsewhere + pieces({ cors: 1 }), { ...post, mode: 'same-origin' }),
          'redirect: follow': async () => {
            const response = await fetch(to(pieces()), {
              headers: { accept: 'text/event-stream' },
            });
            return [facts(response), await response.text()];
          },
          'redirect: manual': async () => facts(await fetch(to(pieces()), { redirect: 'manual' })),
          'redirect: error': () => fetch(to(pieces()), { redirect: 'error' }),
          'redirect of a POST': async () => facts(await fetch(to(pieces()), post)),
          'a fragment stays out of the address': async () =>
            (await fetch(`${pieces()}#part`, post)).url.endsWith('#part'),
          'credentials, caches, referrers, priorities': async () =>
            (
              await fetch(pieces(), {
                ...post,
                credentials: 'omit',
                cache: 'no-store',
                referrer: '',
                referrerPolicy: 'no-referrer',
                priority: 'low',
              })
            ).text(),
          'integrity that fits': async () => {
            const text = `data: {"choices":[]}\n\n`;
            return (
              await fetch(pieces({ text }), { integrity: `sha256-${await hash(text)}` })
            ).text();
          },
          'integrity that does not': async () =>
            fetch(pieces(), { integrity: `sha256-${await hash('')}` }),
          'methods that are spelled otherwise': async () => {
            const methods = await Promise.all(
              ['post', 'Put', 'patch', 'dElEtE'].map(async (method) => {
                const answer = await fetch(url('/echo'), { ...post, method });
                return [answer.status, (await answer.text()).slice(0, 20)];
              }),
            );
            return methods;
          },
          'headers cannot be changed': async () => {
            const { headers } = await fetch(pieces(), post);
            return [
              await outcome(() => headers.set('x', 'y')),
              await outcome(() => headers.delete('x-test')),
              await outcome(() => headers.append('a', 'b')),
              headers.getSetCookie(),
              headers.get('X-TEST'),
            ];
          },
          'a Request, its clone, and what is left of them': async () => {
            const request = new Request(pieces(), post);
            const clone = request.clone();
            const before = [request.bodyUsed, clone.bodyUsed];
            const answers = [
              await (await fetch(request)).text(),
              await (await fetch(clone)).text(),
            ];
            return [
              before,
              answers,
              request.bodyUsed,
              clone.bodyUsed,
              await outcome(() => fetch(request)),
              await outcome(() => request.text()),
            ];
          },
          'a Request and an init': async () => {
            const request = new Request(url('/echo'), {
              method: 'PUT',
              headers: { 'x-test': 'first' },
              body: '{"a":1}',
            });
            const answer = await fetch(request, {
              headers: { 'x-test': 'second' },
              body: '{"messages":[]}',
              method: 'POST',
            });
            return [
              (await answer.json()) as { method: string; body: string; headers: object },
              request.bodyUsed,
            ];
          },

          'aborted by a signal of the Request': async () => {
            const controller = new AbortController();
            const request = new Request(pieces({ then: 'hold' }), {
              ...post,
              signal: controller.signal,
            });
            const response = await fetch(request);
            const text = outcome(() => response.body!.getReader().closed);
            controller.abort();
            return [await text, request.signal.aborted];
          },
          'aborted while it runs': () => aborted((controller) => controller.abort()),
          'aborted by one of several': () =>
            aborted(
              (controller) => controller.abort('any'),
              (controller) => AbortSignal.any([new AbortController().signal, controller.signal]),
            ),
          'aborted by the time': () =>
            aborted(
              () => null,
              () => AbortSignal.timeout(300),
            ),
          'a clone is aborted too': async () => {
            const controller = new AbortController();
            const response = await fetch(pieces({ then: 'hold' }), {
              ...post,
              signal: controller.signal,
            });
            const readers = [response.clone().body!.getReader(), response.body!.getReader()];
            const ends = Promise.all(readers.map((reader) => drain(reader).then(({ end }) => end)));
            controller.abort();
            return ends;
          },

          'responses that nobody fetched': async () => {
            const text = 'data: {"choices":[{"delta":{"content":"\\n`⏰ list`\\n"}}]}\n\n';
            const made = new Response(text, { headers: { 'content-type': 'text/event-stream' } });
            return [
              await made.clone().text(),
              await made.text(),
              facts(Response.error()),
              facts(Response.json({ choices: [] })),
              await outcome(() => Response.redirect('/x', 200)),
              await outcome(() => new Response('', { status: 204 })),
              await outcome(() => new Response('', { status: 99 })),
            ];
          },
          'data and blob addresses': async () => {
            const text = 'data: {"choices":[]}\n\n';
            const blob = URL.createObjectURL(new Blob([text], { type: 'text/event-stream' }));
            const answers = [
              await (await fetch(`data:text/event-stream,${encodeURIComponent(text)}`)).text(),
              await (await fetch(blob)).text(),
            ];
            URL.revokeObjectURL(blob);
            return [answers, await outcome(() => fetch(blob))];
          },
        });
      },
    );

    expect(
      Object.entries(seen).filter(
        ([, row]) => typeof row === 'object' && row !== null && 'late' in row,
      ),
    ).toEqual([]);
    expect(seen['aborted while it runs']).toMatchObject({
      value: [
        false,
        { name: 'AbortError' },
        { error: { name: 'AbortError' } },
        true,
        { name: 'AbortError' },
      ],
    });
  },
);

test.each(BROWSERS)(
  'in %s a body passed to another response counts as used, where Firefox itself says no',
  async (kind) => {
    const { hooked, plain } = await observeBoth(kind, async ({ pieces }) => {
      const response = await fetch(pieces());
      await new Response(response.body).text();
      return response.bodyUsed;
    });

    expect(hooked).toBe(true);
    expect(plain).toBe(kind !== 'firefox');
  },
);
