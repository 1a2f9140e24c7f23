// What the hostile page does besides attacking: it reads streams, with natives it captured in time, and records what it
// got. `?attack=` names what it does to its own realm first.
(() => {
  const view = window;
  const { apply, getOwnPropertyDescriptor } = Reflect;
  const { stringify } = JSON;
  const nativeFetch = fetch;
  const body = getOwnPropertyDescriptor(Response.prototype, 'body').get;
  const { getReader } = ReadableStream.prototype;
  const { read } = ReadableStreamDefaultReader.prototype;
  const { decode } = TextDecoder.prototype;
  const { encode } = TextEncoder.prototype;
  const Decoder = TextDecoder;
  const encoder = new TextEncoder();
  const { digest } = SubtleCrypto.prototype;
  const { subtle } = crypto;
  const { then } = Promise.prototype;
  const Bytes = Uint8Array;
  const { attacks, loot } = view;
  const attack = new URLSearchParams(location.search).get('attack') ?? '';

  /** Reads a stream to its end. @returns JSON with the length, a hash, the text if it is short, and what went wrong */
  async function readAll(name) {
    let text = '';
    let failure = '';
    const decoder = new Decoder();
    try {
      const init = {
        __proto__: null,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"model":"hermes-agent","stream":true,"messages":[{"role":"user","content":"Go"}]}',
      };
      const response = await apply(nativeFetch, view, ['/v1/chat/completions?' + name, init]);
      const reader = apply(getReader, apply(body, response, []), []);
      for (;;) {
        const part = await apply(read, reader, []);
        if (part.done) break;
        text += apply(decode, decoder, [part.value, { stream: true }]);
      }
    } catch (error) {
      failure = '' + error;
    }
    const hash = new Bytes(
      await apply(digest, subtle, ['SHA-256', apply(encode, encoder, [text])]),
    );
    let hex = '';
    for (let i = 0; i < 32; i++) hex += (hash[i] < 16 ? '0' : '') + toHex(hash[i]);
    return stringify({
      length: text.length,
      hash: hex,
      text: text.length < 100_000 ? text : '',
      failure,
    });
  }

  const DIGITS = '0123456789abcdef';
  function toHex(byte) {
    return (byte > 15 ? DIGITS[byte >> 4] : '') + DIGITS[byte & 15];
  }

  view.results = { __proto__: null };
  view.go = (name) => {
    void apply(then, readAll(name), [(result) => (view.results[name] = result)]);
  };
  view.report = () =>
    stringify({
      errors: loot.errors,
      heard: loot.heard,
      ports: loot.ports.length,
      runtime: loot.runtime,
      pwned: 'pwned' in view,
    });

  attacks.eavesdrop();
  // One stream begins before the attack and ends after it, one begins after it.
  if (attack !== '') view.go('early-' + attack);
  if (attack === 'forge') attacks.forge();
  else if (attack === 'pollute') attacks.pollute();
  else if (attack === 'squat') attacks.squat();
  else if (attack === 'wiretap') attacks.wiretap();
  else if (attack !== '') attacks.ruinAll(+attack);
  if (attack !== '') view.go('late-' + attack);
})();
