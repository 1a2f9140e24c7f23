/** States of the inspector that have a picture, and the page that it inspects. */
import { createBodyNormalizer } from '../../src/normalizer/bodies/body-normalizer.ts';
import { cleanRequest } from '../../src/normalizer/requests/request-cleaner.ts';
import type { InspectedFrame, InspectedStream } from '../../src/inspector/inspected.ts';
import type { PageScene } from './page-scene.ts';

const SITES = {
  'site:http://localhost:3000': { enabled: true },
  'site:https://chat.example.org': { enabled: true },
};
const INSPECT = '[data-step="inspect"]';
const OPEN = '[data-way="response"] [data-step="show"]';
const SHARED = { hash: '#inspector', storage: SITES } as const;

export const inspectorScenes: Readonly<Record<string, PageScene>> = {
  'inspector-no-pages': { ...SHARED, until: '.card p' },
  'inspector-pages': { ...SHARED, until: INSPECT },
  'inspector-waiting': { ...SHARED, press: [INSPECT], until: '[data-state="recording"]' },
  'inspector-lost': { ...SHARED, press: [INSPECT], until: '[data-state="lost"]' },
  'inspector-streams': { ...SHARED, press: [INSPECT], until: '[data-stream]' },
  'inspector-frames': { ...SHARED, press: [INSPECT, OPEN], until: '[data-why]' },
  'inspector-not-here': {
    ...SHARED,
    press: [INSPECT, OPEN, '[data-line="7"]', '[data-step="not-here"]'],
    until: '[aria-pressed="true"]',
  },
  'inspector-request': {
    ...SHARED,
    press: [INSPECT, '[data-way="request"] [data-step="show"]'],
    until: 'del',
  },
  'inspector-all-frames': {
    ...SHARED,
    press: [INSPECT, OPEN, '[data-choice="changed-only"]'],
    until: '[data-frame="1"]',
  },
  'inspector-find': {
    ...SHARED,
    press: [INSPECT, OPEN],
    write: { '.find': 'terminal' },
    until: '[data-frame="4"]',
  },
  'inspector-fixture': {
    ...SHARED,
    press: [INSPECT, OPEN, '[data-step="copy"]'],
    until: '[data-shown="fixture"]',
  },
};

/** @returns the browser's tabs in a scene of the inspector; none for other scenes */
export function inspectorTabs(scene: string): object {
  if (!(scene in inspectorScenes)) return {};
  const tabs = [
    { id: 1, title: 'Timers on the home server', url: 'http://localhost:3000/c/1' },
    {
      id: 2,
      title: 'A chat whose title is much longer than one line of a narrow window holds',
      url: 'https://chat.example.org/',
    },
  ];
  const event = { addListener() {}, removeListener() {} };
  return {
    query: async () => (scene === 'inspector-no-pages' ? [] : tabs),
    get: async (id: number) => tabs[id - 1],
    onUpdated: event,
    onRemoved: event,
    connect: () => portOf(scene),
  };
}

function portOf(scene: string): object {
  const messages = scene === 'inspector-waiting' ? [[]] : [[], streams()];
  return {
    disconnect() {},
    onMessage: {
      addListener: (hear: (message: unknown) => void) =>
        scene === 'inspector-lost' ||
        messages.forEach((message) => setTimeout(() => hear(message))),
    },
    onDisconnect: {
      addListener: (hear: () => void) => scene === 'inspector-lost' && setTimeout(hear),
    },
  };
}

const ID = 'chatcmpl-0123456789abcdef0123456789abc';

function chunk(delta: object, finish: string | null = null): string {
  return `data: ${JSON.stringify({ id: ID, object: 'chat.completion.chunk', model: 'hermes-agent', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
}

const REPLY = [
  chunk({ role: 'assistant' }),
  chunk({ content: 'I look at your timers, ada@example.org.\n' }),
  chunk({ content: '\n`⏰ list`\n' }),
  'event: hermes.tool.progress\ndata: {"tool":"terminal","emoji":"💻","label":"systemctl list-timers","toolCallId":"call_1","status":"running"}\n\n',
  ': keepalive\n\n',
  'event: hermes.tool.progress\ndata: {"tool":"terminal","toolCallId":"call_1","status":"completed"}\n\n',
  chunk({
    tool_calls: [
      {
        index: 0,
        id: 'call_2',
        type: 'function',
        function: { name: 'read_file', arguments: '{"path":"/etc/crontab"}' },
      },
    ],
  }),
  chunk({ content: 'There are three: the backup, the report and the plants.' }),
  chunk({}, 'stop'),
].join('');

const REQUEST = JSON.stringify({
  model: 'hermes-agent',
  stream: true,
  messages: [
    { role: 'user', content: 'Which timers run here?' },
    { role: 'assistant', content: 'Let me see.\n`⏰ list`\n\nThere are two.' },
    { role: 'user', content: 'And now?' },
  ],
});

/** What the hook would send of one reply, made with the hook's own code. */
function streams(): readonly InspectedStream[] {
  const frames: InspectedFrame[] = [];
  const body = createBodyNormalizer({
    contentType: 'text/event-stream',
    isReply: true,
    tap: {
      isOpen: () => true,
      found: () => [],
      frame: (frame) => void frames.push({ ...frame, from: 0, cut: 0 }),
    },
  });
  body?.push(new TextEncoder().encode(REPLY));
  body?.end();
  const after = cleanRequest(REQUEST)?.body ?? REQUEST;
  const shared = {
    address: '',
    type: 'application/json',
    server: '',
    dropped: 0,
    stopped: false,
    over: true,
  };
  const asked = (frame: InspectedFrame, stream: number): InspectedStream => ({
    ...shared,
    stream,
    way: 'request',
    frames: [frame],
  });
  return [
    {
      ...shared,
      stream: 1,
      way: 'socket',
      address: '/ws/socket.io/',
      type: '',
      frames: [{ before: '42["events",{}]', after: '42["events",{}]', why: [], from: 0, cut: 0 }],
    },
    asked({ before: REQUEST, after, why: ['markers'], from: 0, cut: 0 }, 2),
    {
      ...shared,
      stream: 3,
      way: 'response',
      address: '/v1/chat/completions',
      type: 'text/event-stream',
      server: 'hermes',
      frames,
      dropped: 2,
      stopped: false,
      over: false,
    },
  ];
}
