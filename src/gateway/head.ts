// A request and an answer as every runtime has them. Only what is below `node` knows Node.

/** Headers as they arrived or leave: name, value, name, value; one UTF-16 unit per byte. */
export type RawHeaders = readonly string[];

/** What a request says before its body. */
export interface Head {
  readonly method: string;
  /** What it asks for, as its first line says: a path with its query, or an address. */
  readonly target: string;
  readonly headers: RawHeaders;
  /** It may name no host, as HTTP/1.0 allows. */
  readonly mayBeNameless: boolean;
  /**
   * @param name in lower case
   * @returns the value of a header; null if there is none
   */
  header(name: string): string | null;
}

/** An answer of the gateway's own. */
export interface OwnAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

/** Why the gateway itself answers: the status, and words for a person. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
}

/** @returns an error in the shape that clients of OpenAI's API show to people */
export function refused({ status, message }: Refusal): OwnAnswer {
  const error = { message, type: 'stream_fixer_gateway', code: status };
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ error }),
  };
}

/** Our own code has failed. */
export const FAILED: Refusal = {
  status: 500,
  message: 'The gateway failed. This is a defect of it.',
};

/**
 * Headers that describe one connection only (RFC 9110, section 7.6.1). A header that `connection`
 * names goes with them.
 */
const OF_THE_CONNECTION = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
];

/** @returns the headers without those of the connection and those with these names */
export function headersWithout(headers: RawHeaders, names: readonly string[] = []): string[] {
  const gone = new Set([...OF_THE_CONNECTION, ...names]);
  const pairs = headers.flatMap((name, i) =>
    i % 2 === 0 ? [[name, headers[i + 1] ?? ''] as const] : [],
  );
  for (const [name, value] of pairs)
    if (name.toLowerCase() === 'connection')
      for (const own of value.toLowerCase().match(/[\w-]+/g) ?? []) gone.add(own);
  return pairs.filter(([name]) => !gone.has(name.toLowerCase())).flat();
}
