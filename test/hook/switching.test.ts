import './browser-shape.ts';
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  createReplyModel,
  type BadgeLine,
  type ReplyModel,
} from '../../src/badges/reply/reply-model.ts';
import type { HookSettings, PageMessage } from '../../src/bridge/protocol.ts';
import { createOpenWebuiClient } from '../normalizer/open-webui/client.ts';
import { openBody } from '../../src/hook/body.ts';
import { createCleaning } from '../../src/hook/cleaning.ts';
import { createEvidenceMemory } from '../../src/hook/evidence.ts';
import { createInspector } from '../../src/hook/inspect.ts';
import { createReplies } from '../../src/hook/replies.ts';
import { createSockets } from '../../src/hook/sockets.ts';
import { SETTINGS as ALL_ON } from './fake-traffic.ts';
import { GENERATIONS, packetOf } from '../normalizer/open-webui/streams.ts';
import { bytesOf, joinedText, textOf } from '../normalizer/splits.ts';

/*
 * A person may switch the site, or its cleaning, off and on at any moment of a reply. Each carrier
 * is switched before each of its events; what counts is what the page finally shows, and what the
 * badges know.
 */

const SETTINGS: HookSettings = { ...ALL_ON, hermes: true };

/** How one kind of switching looks to the hook. */
const SWITCHES = {
  'the site': {
    ...SETTINGS,
    enabled: false,
    replies: false,
    history: false,
    storedChats: false,
    hermes: [],
  },
  cleaning: { ...SETTINGS, replies: false },
} as const;

interface Carrier {
  /** @returns what the page gets */
  receive(event: string): string;
  end(): string;
}

function stage(carry: 'socket' | 'polling' | 'body') {
  const sent: PageMessage[] = [];
  let settings: HookSettings = SETTINGS;
  const isOn = (): boolean => settings.enabled;
  const send = (message: PageMessage): void => void sent.push(message);
  const cleaning = createCleaning();
  const evidence = createEvidenceMemory('http://host', send);
  evidence.set(SETTINGS);
  const replies = createReplies(send, cleaning.cleans);
  const inspector = createInspector(send);
  const sockets = createSockets({
    isOn,
    replies,
    cleaning,
    evidence,
    watch: inspector.watchSocket,
    stopOf: (tell) => tell,
    onDirectRequest() {},
  });

  function body(): Carrier {
    const tap = inspector.open('response', '', null);
    const source = { ...replies.open(null), reportsText: true, ...cleaning, tap, onBroken() {} };
    const transform = openBody(
      { ...source, cleans: cleaning.cleans, contentType: 'text/event-stream', isReply: true },
      isOn,
    );
    return {
      receive: (frame) => (transform?.push(bytesOf(frame)) ?? []).map(textOf).join(''),
      end: () => textOf(transform?.end() ?? bytesOf('')),
    };
  }

  function socket(): Carrier {
    const transform = sockets.socketOf('ws://host/ws/socket.io/?EIO=4&transport=websocket');
    return {
      receive: (packet) =>
        (carry === 'socket' ? transform?.receive(packet) : transform?.receivePayload(packet)) ?? '',
      end: () => '',
    };
  }

  return {
    sent,
    asked: replies.asked,
    carrier: carry === 'body' ? body() : socket(),
    set(next: HookSettings) {
      settings = next;
      cleaning.set(next);
      if (next.enabled) sockets.resume();
    },
  };
}

/** What the badges make of it, by reply. */
function modelsOf(sent: readonly PageMessage[]): ReplyModel[] {
  const models = new Map<number, ReplyModel>();
  sent.forEach((message, at) => {
    if (message.type === 'reply-start') {
      const model = models.get(message.reply) ?? createReplyModel();
      model.resume();
      if (message.joined) model.join();
      models.set(message.reply, model);
    }
    if (message.type === 'progress') {
      expect(models.has(message.reply), 'tools are reported of begun replies only').toBe(true);
      models.get(message.reply)?.apply(message.progress, at * 1000);
    }
    if (message.type === 'reply-end') models.get(message.reply)?.end(at * 1000);
  });
  return [...models.values()];
}

function linesOf(model: ReplyModel): readonly BadgeLine[] {
  model.toggle();
  const { lines } = model.view(1e9);
  model.toggle();
  return lines;
}

function namesOf(model: ReplyModel): string[] {
  return linesOf(model)
    .map(({ name }) => name)
    .toSorted();
}

function statesOf(model: ReplyModel): string[] {
  return linesOf(model).map(({ status }) => status);
}

interface Story {
  readonly name: string;
  readonly carry: 'socket' | 'polling' | 'body';
  readonly events: readonly string[];
  /** What the page shows of what it got. */
  show(shown: readonly string[]): string;
  /** Markers are repeated with the text. */
  readonly tools: 'come again' | 'come once' | 'unsure';
}

function socketText(shown: readonly string[]): string {
  const client = createOpenWebuiClient();
  for (const packet of shown) client.receive(packet);
  return [...client.messages().values()]
    .filter(({ role }) => role !== 'user')
    .map(({ content }) => content)
    .join('\n---\n');
}

const OPEN_WEBUI = new URL('../recordings/open-webui/', import.meta.url);
const HERMES = new URL('../recordings/hermes/', import.meta.url);

/** The first reply of each recording. */
function recordedSocket(name: string): readonly string[] {
  const lines = readFileSync(new URL(name, OPEN_WEBUI), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; data: string });
  const packets = lines
    .filter(({ kind }) => kind === 'ws-in')
    .map(({ data }) => data)
    .filter((data) => data.startsWith('42'));
  const end = packets.findIndex((packet) => /"done": ?true/.test(packet));
  return packets.slice(0, end + 1);
}

const PIECES = [
  'Let',
  ' me.',
  '\n`💻 one`\n',
  '\n',
  'And.',
  '\n`📖 two.txt`\n',
  '\n',
  'Then',
  '.\n',
  '`⏰ list`\n\n',
  'Done.',
];
/** As a model writes it: if a marker is missed in part, nobody can tell. */
const SPLIT = ['Let', ' me.', '\n', '`💻 on', 'e', '`', '\n', '\n', 'Done.'];

const STORIES: readonly Story[] = [
  ...readdirSync(OPEN_WEBUI)
    .filter((name) => /markers|companion|hermes/.test(name))
    .map((name): Story => ({
      name,
      carry: 'socket',
      events: recordedSocket(name),
      show: socketText,
      tools: name.includes('markers') ? 'come again' : 'come once',
    })),
  ...GENERATIONS.flatMap(({ name, packets }) =>
    (['socket', 'polling'] as const).flatMap((carry): readonly Story[] => [
      {
        name: `${name} over ${carry}`,
        carry,
        events: packets(PIECES),
        show: socketText,
        tools: 'come again',
      },
      {
        name: `${name} over ${carry}, in pieces`,
        carry,
        events: packets(SPLIT),
        show: socketText,
        tools: 'unsure',
      },
    ]),
  ),
  ...['v0.8-chat-scenario-2.txt', 'v0.9-chat-scenario-2.txt', 'v0.19-chat-scenario-2.txt'].map(
    (name): Story => {
      const [, body = ''] = readFileSync(new URL(name, HERMES), 'utf8').split(/\r?\n\r?\n(.*)/s);
      return {
        name,
        carry: 'body',
        events: body.split(/(?<=\n\n)/),
        show: (shown) => joinedText(shown.join('')),
        tools: 'come once',
      };
    },
  ),
];

/** Plays a story with the site off from the event `from` to the event `to`. */
function run(story: Story, [from, to]: readonly [number, number], off: HookSettings) {
  const { sent, carrier, set } = stage(story.carry);
  const shown = story.events.map((event, i) => {
    if (i === from) set(off);
    if (i === to) set(SETTINGS);
    return carrier.receive(event);
  });
  shown.push(carrier.end());
  return { sent, shown, text: story.show(shown), models: modelsOf(sent) };
}

const NEVER = [Infinity, Infinity] as const;

/** Returns the tools of the calls whose beginning a window hides, but not their end. */
function endedLate({ events }: Story, [from, to]: readonly [number, number]): string[] {
  const callIn = (event: string): string => /"toolCallId": ?"([^"]+)"/.exec(event)?.[1] ?? '';
  const isHidden = (call: string): boolean =>
    events.slice(from, to).some((event) => callIn(event) === call && /"running"/.test(event));
  return events
    .slice(to)
    .filter((event) => /"completed"/.test(event) && isHidden(callIn(event)))
    .flatMap((event) => /"tool": ?"([^"]+)"/.exec(event)?.[1] ?? []);
}

/** Windows that begin at each event: none, one event, some, and many missed. */
function windows({ events }: Story): readonly (readonly [number, number])[] {
  return events.flatMap((_, from) =>
    [0, 1, 2, 5, 20]
      .map((length) => [from, from + length] as const)
      .filter(([, to]) => to < events.length),
  );
}

test('the stories contain tools and markers', () => {
  expect(STORIES.length).toBeGreaterThan(30);
  for (const story of STORIES.filter(
    ({ name, tools }) => !name.includes('0.9.6-hermes') && tools !== 'unsure',
  )) {
    expect([story.name, run(story, NEVER, SETTINGS).models.flatMap(namesOf).length > 0]).toEqual([
      story.name,
      true,
    ]);
  }
});

test.each(STORIES)(
  '$name: pausing the cleaning costs no tool, and repeated text is clean',
  (story) => {
    const whole = run(story, NEVER, SETTINGS);

    for (const window of windows(story)) {
      const { text, models } = run(story, window, SWITCHES.cleaning);
      if (story.tools !== 'unsure')
        expect([window, models.map(namesOf)]).toEqual([window, whole.models.map(namesOf)]);
      if (story.carry !== 'body') expect([window, text]).toEqual([window, whole.text]);
    }
  },
);

test.each(STORIES)(
  '$name: a site that is off and on between two events has missed nothing',
  (story) => {
    const whole = run(story, NEVER, SETTINGS);

    for (const [at] of windows(story)) {
      const { sent, text } = run(story, [at, at], SWITCHES['the site']);
      expect([at, sent]).toEqual([at, whole.sent]);
      expect([at, text]).toEqual([at, whole.text]);
    }
  },
);

test.each(STORIES)(
  '$name: a site that is off for a while ends clean, with one reply, every tool it can know, and none left running',
  (story) => {
    const whole = run(story, NEVER, SETTINGS);
    const all = whole.models.flatMap(namesOf);
    const raw = story.show(story.events);

    for (const [from, to] of windows(story)) {
      const { sent, text, models } = run(story, [from, to], SWITCHES['the site']);
      const label = `${from} to ${to}`;
      const names = models.flatMap(namesOf);
      if (story.carry === 'body')
        expect([label, withoutMarkers(text)]).toEqual([label, withoutMarkers(raw)]);
      else expect([label, text]).toEqual([label, whole.text]);
      expect([label, models.length]).toEqual([label, whole.models.length]);
      expect([label, models.flatMap(statesOf).includes('running')]).toEqual([label, false]);
      if (story.tools === 'come again') expect([label, names]).toEqual([label, all]);
      // Events are sent once, so those of the window are missing; none occurs twice. What only ends
      // behind it has its tool's own name.
      const told = [...all, ...endedLate(story, [from, to])];
      if (story.tools === 'come once')
        expect([
          label,
          names.filter(
            (name) =>
              told.filter((one) => one === name).length <
              names.filter((one) => one === name).length,
          ),
        ]).toEqual([label, []]);
      const missed = sent.some((message) => message.type === 'reply-start' && message.joined);
      // No duration is claimed if something was missed.
      if (missed)
        expect([label, models.some((model) => model.view(1e9).fold?.text.endsWith(' s'))]).toEqual([
          label,
          false,
        ]);
    }
  },
);

/** Text that passed unchanged for a while loses nothing but markers. */
function withoutMarkers(text: string): string {
  return text.replace(/`[^`\n]*`|\s/g, '');
}

test('held text of a delta is released with the next one when the site goes off', () => {
  const { carrier, set } = stage('socket');
  const textIn = (packet: string): unknown =>
    (JSON.parse(packet.slice(2)) as [string, { data: { data: { delta: string } } }])[1].data.data
      .delta;
  const delta = (text: string): string =>
    packetOf('response:completion', {
      type: 'response.output_text.delta',
      item_id: 'm',
      output_index: 0,
      content_index: 0,
      delta: text,
    });

  expect(['a\n', '`⏰ li'].map((text) => textIn(carrier.receive(delta(text))))).toEqual(['a', '']);
  set(SWITCHES['the site']);
  expect(['st` is', ' it'].map((text) => textIn(carrier.receive(delta(text))))).toEqual([
    '\n`⏰ list` is',
    ' it',
  ]);
});

test('a reply that began while the site was off is joined, with its message', () => {
  const { sent, carrier, set, asked } = stage('socket');
  asked('m-1');
  set(SWITCHES['the site']);
  carrier.receive(packetOf('chat:completion', { content: 'Begun.' }));
  set(SETTINGS);
  carrier.receive(packetOf('chat:completion', { content: 'Begun.\n`💻 one`\n' }));

  expect(sent[0]).toMatchObject({
    type: 'reply-start',
    message: { messageId: 'm-1' },
    joined: true,
  });
});
