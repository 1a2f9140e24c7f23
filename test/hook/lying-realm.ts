/**
 * Runs in a separate thread, which may hang: takes one native after another, puts each lie in its place during a reply,
 * and compares the output with that without lies. Everything it needs itself is set aside first.
 */
import './browser-shape.ts';
import { parentPort, workerData } from 'node:worker_threads';
import type { BodyTransform, Traffic } from '../../src/hook/transports/traffic.ts';
import { openBody } from '../../src/hook/body.ts';
import { createCleaning } from '../../src/hook/cleaning.ts';
import { createEvidenceMemory } from '../../src/hook/evidence.ts';
import { createFindings } from '../../src/hook/findings.ts';
import { createInspector } from '../../src/hook/inspect.ts';
import { createReplies } from '../../src/hook/replies.ts';
import { RELIED_ON } from '../../src/hook/realm/realm.ts';
import { shelter } from '../../src/hook/transports/shelter.ts';
import { createSockets } from '../../src/hook/sockets.ts';
import { DEFAULT_REPAIRS } from '../../src/normalizer/repairs/all-repairs.ts';
import { createEventNormalizer } from '../../src/normalizer/bodies/event-normalizer.ts';
import { compileRules } from '../../src/normalizer/rules/compile-rules.ts';
import { cleanRequest } from '../../src/normalizer/requests/request-cleaner.ts';
import type { HookSettings } from '../../src/bridge/protocol.ts';
import type { ReplyEvent } from '../../src/normalizer/reply/reply-event.ts';

/** The message from the parent. */
export interface Task {
  /** The number of the current case, for the watchdog. */
  readonly running: Int32Array;
  /** Names for which every object appears to have a property. */
  readonly names: readonly string[];
  /** The first case, and the distance to the next one. */
  readonly from: number;
  readonly stride: number;
  /** One case only, locked so that it is permanent: owner, key and lie; null for all that can be undone. */
  readonly locked: readonly [owner: string, key: string, lie: string] | null;
}

/** The messages to the parent: names of all cases, then what was wrong. */
export interface Report {
  readonly cases: readonly string[];
  readonly wrong: readonly string[];
  readonly stopped: number;
}

const { running, names, from, stride, locked } = workerData as Task;
const { apply, defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;
const { store } = Atomics;
const NativeString = String;
const NativeError = Error;
const { fromCharCode } = String;
const { charCodeAt } = String.prototype;
const bytesLength = getOwnPropertyDescriptor(getPrototypeOf(Uint8Array.prototype) as object, 'length')!.get!;

const SETTINGS: HookSettings = {
  type: 'settings',
  enabled: true,
  replies: true,
  history: true,
  storedChats: true,
  repairs: [...DEFAULT_REPAIRS],
  hermes: true,
  inspect: true,
  rules: compileRules([{ id: 'own/using', kind: 'line', pattern: 'Using tool {name}', tells: 'nothing' }]),
};
const USUAL: HookSettings = { ...SETTINGS, inspect: false, rules: null };

let stopped = 0;

/** @param settings without rules and inspection, most packets of a socket pass unread */
function openTraffic(settings: HookSettings): Traffic {
  const send = (): void => undefined;
  const stop = (): void => void (stopped += 1);
  const cleaning = createCleaning();
  cleaning.set(settings);
  const evidence = createEvidenceMemory(send);
  evidence.set(settings);
  const inspector = createInspector(send);
  inspector.set(settings.inspect);
  const replies = createReplies(send, cleaning.cleans);
  const findings = createFindings(send);
  const sockets = createSockets({
    isOn: () => true,
    replies,
    cleaning,
    evidence,
    watch: inspector.watchSocket,
    stopOf: () => stop,
    onDirectRequest() {},
    onSeen() {},
  });
  const work: Traffic = {
    off: () => false,
    on: () => true,
    cleanRequest: (body) => {
      const cleaned = cleanRequest(body, { rules: cleaning.rules });
      return cleaned && { body: cleaned.body, asksReply: cleaned.asksReply, message: null };
    },
    cleanFrame: (frame) => frame,
    settingsKnown: () => null,
    openBody(head) {
      const tap = inspector.open('response', head.url, head.contentType);
      const reply = replies.open(null, tap.note);
      const found = findings();
      const source = {
        report(event: ReplyEvent) {
          reply.report(event);
          found(event);
        },
        reportsText: true,
        ...cleaning,
        repairs: DEFAULT_REPAIRS,
        tap,
        onBroken: stop,
      };
      return openBody({ ...source, contentType: head.contentType, url: head.url, isReply: true }, () => true);
    },
    socketOf: sockets.socketOf,
    openEvents: () => ({
      ...createEventNormalizer(() => ({ ...replies.open(null), reportsText: true, ...cleaning }), stop),
      stopped: stop,
    }),
  };
  return shelter(work, stop);
}

function chunkOf(content: string): string {
  return `{"object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":${JSON.stringify(content)}}}]}`;
}

const WORDS = ['One “two”. ', '\n`💻 ls', ' -la`\n', 'Three.\n\n', 'Using tool spoon', '\n\nFour ', '`code` five.'];
const FRAMES = [
  'data: {"object":"chat.completion.chunk","choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}\n\n',
  ...WORDS.map((word) => `data: ${chunkOf(word)}\n\n`),
  'event: hermes.tool.progress\ndata: {"tool":"terminal","emoji":"💻","label":"ls","toolCallId":"a","status":"running"}\n\n',
  `data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"x","function":{"name":"f","arguments":"{"}}]}}]}\n\n`,
  `data: ${chunkOf('Six.')}\n\n`,
  'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
];
const EVENTS = WORDS.map(chunkOf);
function packetOf(word: string): string {
  return `42["events",{"chat_id":"c","message_id":"m","data":{"type":"chat:completion","data":${chunkOf(word)}}}]`;
}
const PACKETS = [...WORDS, 'Six.'].map(packetOf);
const USUAL_PACKETS = [
  'One ',
  'word ',
  'more, ',
  'in “one” ',
  'line.',
  '\n`💻 ls',
  ' -la`\n',
  'And ',
  'so ',
  'on.',
].map(packetOf);
const ENDS =
  '42["events",{"chat_id":"c","message_id":"m","data":{"type":"chat:completion","data":{"done":true,"content":"One “two”. \\n`💻 ls -la`\\nThree."}}}]';
const JSON_ANSWER = `{"choices":[{"index":0,"message":{"role":"assistant","content":"One.\\n\\n\`💻 ls\`\\n\\nTwo."}}]}`;
const REQUEST =
  '{"model":"m","messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":"One.\\n\\n`💻 ls`\\n\\nTwo."}]}';

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The stream, cut at critical positions: in the middle of frames and of characters. */
const STREAM = bytesOf(FRAMES.join(''));
const CUTS = [0, 40, 200, 333, 334, 500, 700, 701, 1000, STREAM.length];
const CHUNKS = CUTS.slice(1).map((to, i) => STREAM.slice(CUTS[i], to));
const PLAIN = ['One.\n', '\n`💻 l', 's`\n\nTw', 'o.'].map(bytesOf);
const LINES = [`${chunkOf('One ')}\n{"object"`, `${chunkOf('two').slice(9)}\n`].map(bytesOf);
const ANSWER = bytesOf(JSON_ANSWER);
const STORED = bytesOf(`[${JSON_ANSWER.slice(36, -2)}]`);

/** Converts bytes to text, one unit each, without anything that could be a lie. */
function raw(parts: readonly Uint8Array[]): string {
  let text = '';
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] as Uint8Array;
    const length = apply(bytesLength, part, []) as number;
    for (let j = 0; j < length; j++) text += fromCharCode(part[j] as number);
  }
  return text;
}

interface Carrier {
  readonly steps: number;
  step(i: number): string;
}

function carryBody(body: BodyTransform | null, chunks: readonly Uint8Array[]): Carrier {
  return {
    steps: chunks.length + 1,
    step(i) {
      // An index that a page defines would be read beyond the end.
      const chunk = i < chunks.length ? chunks[i] : undefined;
      if (!body) return chunk ? raw([chunk]) : '';
      if (!chunk) return raw([body.end()]);
      return raw(body.push(chunk)) + (body.waits() ? raw([body.idle()]) : '');
    },
  };
}

/** Opens every carrier; `at` of its steps precede the lie, the others follow it. */
function carriers(traffic: Traffic, usual: Traffic): Carrier[] {
  const body = (contentType: string | null, chunks: readonly Uint8Array[], url = ''): Carrier =>
    carryBody(traffic.openBody({ contentType, url, sessionId: null, request: null }), chunks);
  const socket = traffic.socketOf('ws://host/ws/socket.io/?EIO=4&transport=websocket');
  const unwatched = usual.socketOf('ws://host/ws/socket.io/?EIO=4&transport=websocket');
  const polling = traffic.socketOf('http://other/ws/socket.io/?EIO=4&transport=polling');
  const events = traffic.openEvents();
  return [
    body('text/event-stream', CHUNKS),
    body(null, CHUNKS),
    body('text/plain', PLAIN),
    body('application/x-ndjson', LINES),
    body('application/json', [ANSWER]),
    body('application/json', [STORED], 'http://host/api/messages'),
    {
      steps: PACKETS.length + 1,
      step: (i) => socket?.receive(i < PACKETS.length ? (PACKETS[i] as string) : ENDS) ?? '',
    },
    {
      steps: PACKETS.length + 1,
      step: (i) => polling?.receivePayload(i < PACKETS.length ? (PACKETS[i] as string) : ENDS) ?? '',
    },
    {
      steps: USUAL_PACKETS.length + 1,
      step: (i) => unwatched?.receive(i < USUAL_PACKETS.length ? (USUAL_PACKETS[i] as string) : ENDS) ?? '',
    },
    { steps: WORDS.length, step: (i) => events.receive(null, EVENTS[i] as string) },
    { steps: 1, step: () => traffic.cleanRequest(REQUEST)?.body ?? REQUEST },
  ];
}

/** @returns the output of each carrier, with the lie starting in the middle */
function passAll(lie: () => void): string[] {
  const out = ['', '', '', '', '', '', '', '', '', '', ''];
  const traffic = openTraffic(SETTINGS);
  const usual = openTraffic(USUAL);
  const before = carriers(traffic, usual);
  for (let i = 0; i < before.length; i++) {
    const { steps, step } = before[i] as Carrier;
    for (let at = 0; at < steps >> 1; at++) out[i] += step(at);
  }
  lie();
  for (let i = 0; i < before.length; i++) {
    const { steps, step } = before[i] as Carrier;
    for (let at = steps >> 1; at < steps; at++) out[i] += step(at);
  }
  // And all of it after the lie.
  const behind = carriers(traffic, usual);
  for (let i = 0; i < behind.length; i++) {
    const { steps, step } = behind[i] as Carrier;
    out[i] += '|';
    for (let at = 0; at < steps; at++) out[i] += step(at);
  }
  return out;
}

const ENDLESS = {
  next: () => ({ __proto__: null, done: false, value: ENDLESS }),
  [Symbol.iterator]: () => ENDLESS,
};
const LIES: Readonly<Record<string, (native: unknown) => unknown>> = {
  throws: () => () => {
    throw new NativeError('lie');
  },
  'does nothing': () => () => undefined,
  itself: () =>
    function itself(this: unknown) {
      return this;
    },
  null: () => () => null,
  text: () => () => 'lie',
  zero: () => () => 0,
  'minus one': () => () => -1,
  huge: () => () => 2 ** 53,
  true: () => () => true,
  'an empty list': () => () => [],
  endless: () => () => ENDLESS,
  'no end': () => () => ({ done: false, value: 'lie' }),
  'the first argument': () => (first: unknown) => first,
  'no function': () => 7,
};

/** One case: how the native is replaced, and how that is reverted. */
interface Case {
  readonly name: string;
  tell(): void;
  takeBack(): void;
}

const OWNERS: Record<string, object> = {
  Object,
  Function,
  Array,
  String,
  Number,
  Boolean,
  Symbol,
  Map,
  Set,
  WeakMap,
  RegExp,
  Math,
  JSON,
  Promise,
  Uint8Array,
  ArrayBuffer,
  TextDecoder,
  TextEncoder,
  Error,
  Reflect,
  globalThis,
};
for (const name of Object.keys(OWNERS)) {
  const owner = OWNERS[name] as { prototype?: object };
  if (owner.prototype && name !== 'globalThis') OWNERS[`${name}.prototype`] = owner.prototype;
}
OWNERS.TypedArray = getPrototypeOf(Uint8Array) as object;
OWNERS['TypedArray.prototype'] = getPrototypeOf(Uint8Array.prototype) as object;
OWNERS.arrayIterator = getPrototypeOf([][Symbol.iterator]()) as object;
OWNERS.mapIterator = getPrototypeOf(new Map().entries()) as object;
OWNERS.setIterator = getPrototypeOf(new Set().values()) as object;
OWNERS.stringIterator = getPrototypeOf(''[Symbol.iterator]()) as object;
OWNERS.matchIterator = getPrototypeOf(''.matchAll(/x/g)) as object;
OWNERS.anyIterator = getPrototypeOf(OWNERS.arrayIterator) as object;
/** Node itself reads these from its global object. */
const NODES_OWN = new Set([
  'process',
  'global',
  'Buffer',
  'performance',
  'navigator',
  'crypto',
  'localStorage',
  'sessionStorage',
]);

function replacing(owner: object, key: PropertyKey, lie: PropertyDescriptor | null): Pick<Case, 'tell' | 'takeBack'> {
  const before = getOwnPropertyDescriptor(owner, key);
  const theirs = lie && ({ __proto__: null, configurable: true, ...lie } as PropertyDescriptor);
  const ours = before && ({ __proto__: null, ...before } as PropertyDescriptor);
  return {
    tell: () => void (theirs ? defineProperty(owner, key, theirs) : deleteProperty(owner, key)),
    takeBack: () => void (ours ? defineProperty(owner, key, ours) : deleteProperty(owner, key)),
  };
}

/** Properties that do not exist, but are looked up. */
const MISSING: readonly (readonly [owner: string, key: PropertyKey])[] = [
  ...['arrayIterator', 'mapIterator', 'setIterator', 'stringIterator', 'matchIterator', 'anyIterator'].map(
    (owner) => [owner, 'return'] as const,
  ),
  ...[Symbol.match, Symbol.matchAll, Symbol.replace, Symbol.split].map((key) => ['String.prototype', key] as const),
  ...['Array.prototype', 'Object.prototype'].flatMap(
    (owner) =>
      [
        [owner, 'toJSON'],
        [owner, Symbol.isConcatSpreadable],
        [owner, Symbol.toPrimitive],
      ] as const,
  ),
  ['Map', Symbol.hasInstance],
  ...['length', 'byteOffset', 'buffer', 'slice'].map((key) => ['Uint8Array.prototype', key] as const),
];

function allCases(): Case[] {
  const cases: Case[] = [];
  for (const [name, owner] of Object.entries(OWNERS)) {
    for (const key of ownKeys(owner)) {
      const before = getOwnPropertyDescriptor(owner, key);
      if (
        !before?.configurable ||
        (name === 'globalThis' && (typeof before.value !== 'function' || NODES_OWN.has(String(key))))
      )
        continue;
      const label = `${name}.${String(key)}`;
      const isGetter = before.get !== undefined;
      if (!isGetter && typeof before.value !== 'function') continue;
      const isReliedOn = RELIED_ON.some(([relied, keys]) => relied === owner && keys.includes(key));
      for (const [kind, make] of Object.entries(LIES)) {
        // The hook uses few natives: for the others, a few lies suffice to show it.
        if (!isReliedOn && kind !== 'throws' && kind !== 'does nothing') continue;
        const lie = make(before.value);
        if (isGetter && typeof lie !== 'function') continue;
        cases.push({
          name: `${label}: ${kind}`,
          ...replacing(owner, key, isGetter ? { get: lie as () => unknown } : { value: lie, writable: true }),
        });
      }
      if (isReliedOn) cases.push({ name: `${label}: gone`, ...replacing(owner, key, null) });
    }
  }
  for (const [name, key] of MISSING) {
    for (const [kind, make] of Object.entries(LIES)) {
      cases.push({
        name: `${name}.${String(key)}: ${kind}`,
        ...replacing(OWNERS[name] as object, key, { value: make(undefined), writable: true }),
      });
    }
  }
  const swallow = { get: () => undefined, set: () => undefined };
  const throws = { get: LIES.throws?.(0) as () => unknown, set: LIES.throws?.(0) as () => void };
  for (const owner of [Object.prototype, Array.prototype]) {
    for (const key of [
      '0',
      '1',
      '2',
      '3',
      '7',
      ...(owner === Object.prototype ? names : ['index', 'input', 'groups', 'done', 'value']),
    ]) {
      if (getOwnPropertyDescriptor(owner, key)) continue;
      const label = `${owner === Object.prototype ? 'Object' : 'Array'}.prototype.${key}`;
      cases.push({ name: `${label}: swallows`, ...replacing(owner, key, swallow) });
      cases.push({
        name: `${label}: is true`,
        ...replacing(owner, key, { value: true, writable: true, enumerable: true }),
      });
      if (!/^\d/.test(key)) continue;
      cases.push({ name: `${label}: throws`, ...replacing(owner, key, throws) });
      cases.push({
        name: `${label}: is a function`,
        ...replacing(owner, key, { value: () => 'lie', writable: false }),
      });
    }
  }
  return cases;
}

/** @returns the carriers that differ */
function differing(seen: readonly string[], expected: readonly string[]): string {
  let text = '';
  for (let i = 0; i < expected.length; i++) if (seen[i] !== expected[i]) text += ` ${i}`;
  return text;
}

/** Returns whether every word occurs exactly once, whatever else there is, in what arrived after the lie. */
function hasAllWords(seen: string): string {
  for (const word of ['One', 'Three', 'Four', 'five', 'Six']) {
    let count = 0;
    let i = 0;
    while (seen[i] !== '|') i++;
    for (; i < seen.length; i++) {
      let same = true;
      for (let j = 0; j < word.length; j++)
        if (apply(charCodeAt, seen, [i + j]) !== apply(charCodeAt, word, [j])) same = false;
      if (same) count++;
    }
    if (count !== 1) return ` ${word} ${NativeString(count)} times`;
  }
  return '';
}

function passUnread(): number {
  const socket = openTraffic(USUAL).socketOf('ws://host/ws/socket.io/?EIO=4&transport=websocket');
  let count = 0;
  for (const packet of USUAL_PACKETS) {
    if (socket?.passes(packet)) count++;
    else socket?.receive(packet);
  }
  return count;
}
if (passUnread() < 4) throw new NativeError('No packet of a socket passes unread, so no lie is told of that.');

const report: { cases: string[]; wrong: string[] } = { cases: [], wrong: [] };
const expected = passAll(() => undefined);
if (locked) {
  const [owner, key, kind] = locked;
  const lie: PropertyDescriptor =
    kind === 'swallows' ? { get: () => undefined, set: () => undefined } : { value: LIES[kind]?.(0), writable: false };
  const post = parentPort!.postMessage.bind(parentPort);
  const descriptor = { __proto__: null, configurable: false, ...lie } as PropertyDescriptor;
  const seen = passAll(() => void defineProperty(OWNERS[owner] as object, key, descriptor));
  const missing = hasAllWords(seen[0] as string);
  post({ cases: [], wrong: missing === '' ? [] : [missing, seen[0]], stopped });
} else {
  const cases = allCases();
  const wrong = new Array<string>(100).fill('');
  let count = 0;
  for (let i = from; i < cases.length; i += stride) {
    const { name, tell, takeBack } = cases[i] as Case;
    store(running, 0, i);
    let seen = expected;
    let failure = '';
    try {
      seen = passAll(tell);
    } catch (error) {
      failure = ` threw ${error instanceof NativeError ? error.stack : 'something'}`;
    }
    takeBack();
    failure += differing(seen, expected);
    if (failure !== '' && count < 100) wrong[count++] = `${name}:${failure}`;
  }
  report.cases = cases.map(({ name }) => name);
  report.wrong = wrong.slice(0, count);
  parentPort!.postMessage({ ...report, stopped });
}
