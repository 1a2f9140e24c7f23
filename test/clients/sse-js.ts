import { SSE } from 'sse.js';
import { createDataReader } from './chunk-reader.ts';
import { LIBRARY, outcomeOf, type Client } from './client.ts';
import { withGlobals } from './globals.ts';

/**
 * `sse.js`, as LibreChat uses it, in a page written as for an EventSource: it listens to `message`,
 * and a connection that ends before `[DONE]` is lost, as an EventSource would reconnect. sse.js
 * needs an XMLHttpRequest, which Node lacks: it gets a small one (`xhrOver`), not a browser's.
 */
export const sseJs: Client = {
  name: 'sse.js',
  ...LIBRARY,
  read: (reads, contentType) =>
    outcomeOf((reading) =>
      withGlobals(
        { XMLHttpRequest: xhrOver(reads, contentType) },
        () =>
          new Promise((resolve) => {
            const readData = createDataReader(reading);
            let done = false;
            const source = new SSE('http://localhost/v1/chat/completions', {
              payload: '{}',
              start: false,
            });
            source.addEventListener('message', ({ data }: { data: string }) => {
              try {
                if (reading.error === undefined) done = readData(data);
              } catch (error) {
                reading.error = String(error);
              }
            });
            source.addEventListener(
              'readystatechange',
              ({ readyState }: { readyState: number }) => {
                if (readyState !== SSE.CLOSED) return;
                if (!done) reading.error ??= 'connection lost';
                resolve();
              },
            );
            source.stream();
          }),
      ),
    ),
};

/**
 * @returns a class with the parts of an XMLHttpRequest that sse.js uses, answering with a body in
 * these chunks: its text grows by one chunk for each `progress`, decoded as the standard says
 * (UTF-8, without a byte-order mark), then `load` follows
 */
function xhrOver(reads: readonly Uint8Array[], contentType: string): typeof EventTarget {
  return class extends EventTarget {
    static readonly HEADERS_RECEIVED = 2;
    readyState = 0;
    status = 0;
    responseText = '';
    withCredentials = false;

    open(): void {
      this.#becomes(1);
    }

    setRequestHeader(): void {}

    getAllResponseHeaders(): string {
      return `content-type: ${contentType}\r\n`;
    }

    send(): void {
      void this.#answer();
    }

    async #answer(): Promise<void> {
      const decoder = new TextDecoder();
      this.status = 200;
      await Promise.resolve();
      this.#becomes(2);
      for (const piece of reads) {
        await Promise.resolve();
        this.responseText += decoder.decode(piece, { stream: true });
        this.#becomes(3);
        this.dispatchEvent(new Event('progress'));
      }
      this.responseText += decoder.decode();
      this.#becomes(4);
      this.dispatchEvent(new Event('load'));
    }

    #becomes(state: number): void {
      this.readyState = state;
      this.dispatchEvent(new Event('readystatechange'));
    }
  };
}
