/** What a test lets a server answer. */
export interface FakeAnswer {
  readonly status?: number;
  readonly url?: string;
  /** By names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An XMLHttpRequest without a network: what it sends is noted, what it receives is the test's to say. */
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
    if (this.#type !== '' && this.#type !== 'text') throw new DOMException('not a text', 'InvalidStateError');
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

  /** The head of the answer comes, and a first piece of its text. */
  answer(answer: FakeAnswer, text = ''): void {
    this.#answer = answer;
    this.#state = 2;
    this.arrive(text);
  }

  /** More text comes. */
  arrive(text: string): void {
    this.#state = 3;
    this.#text += text;
    this.dispatchEvent(new Event('progress'));
  }

  /** The answer is whole. */
  finish(): void {
    this.#state = 4;
    this.dispatchEvent(new Event('loadend'));
  }

  /** The connection breaks, or the page aborts. */
  fail(): void {
    this.#text = '';
    this.#answer = { status: 0 };
    this.finish();
  }
}
