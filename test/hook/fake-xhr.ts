/** The server responses that a test controls. */
export interface FakeAnswer {
  readonly status?: number;
  readonly url?: string;
  /** By lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An XMLHttpRequest without a network: records what it sends and receives what the test says. */
export class FakeXhr extends EventTarget {
  readonly bodies: unknown[] = [];
  #state = 0;
  #text = '';
  #type: XMLHttpRequestResponseType = '';
  #answer: FakeAnswer = {};

  get readyState(): number {
    return this.#state;
  }

  get status(): number {
    return this.#state < 2 ? 0 : (this.#answer.status ?? 200);
  }

  get responseURL(): string {
    return this.#answer.url ?? 'http://agent/chat';
  }

  get responseType(): XMLHttpRequestResponseType {
    return this.#type;
  }

  set responseType(type: XMLHttpRequestResponseType) {
    this.#type = type;
  }

  get responseText(): string {
    if (this.#type !== '' && this.#type !== 'text')
      throw new DOMException('not a text', 'InvalidStateError');
    return this.#text;
  }

  get response(): unknown {
    return this.#type === 'json' ? (JSON.parse(this.#text || 'null') as unknown) : this.#text;
  }

  open(method: string, _url: string): void {
    if (method === 'BAD METHOD') throw new DOMException('bad method', 'SyntaxError');
    this.#state = 1;
    this.#text = '';
  }

  setRequestHeader(name: string, _value: string): void {
    if (name === '') throw new DOMException('bad name', 'SyntaxError');
  }

  send(body?: unknown): void {
    if (this.#state !== 1) throw new DOMException('not open', 'InvalidStateError');
    this.bodies.push(body);
  }

  getResponseHeader(name: string): string | null {
    return this.#answer.headers?.[name] ?? null;
  }

  getAllResponseHeaders(): string {
    return Object.entries(this.#answer.headers ?? {})
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
  }

  /** Delivers the head of the response and a first piece of its text. */
  answer(answer: FakeAnswer, text = ''): void {
    this.#answer = answer;
    this.#state = 2;
    this.arrive(text);
  }

  /** Delivers more text. */
  arrive(text: string): void {
    this.#state = 3;
    this.#text += text;
    this.dispatchEvent(new Event('progress'));
  }

  /** Completes the response. */
  finish(): void {
    this.#state = 4;
    this.dispatchEvent(new Event('loadend'));
  }

  /** Breaks the connection, as does an abort by the page. */
  fail(): void {
    this.#text = '';
    this.#answer = { status: 0 };
    this.finish();
  }
}
