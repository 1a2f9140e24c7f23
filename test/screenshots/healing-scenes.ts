/** Every state the healing page can be in. */
import type { CallRequest } from '../../src/companion/open-webui-call.ts';
import type { FakeOpenWebUi, Fault } from '../healing/fake-open-webui.ts';
import { chatsOf, type ListedChat } from '../support/chats-behind.ts';

export interface HealingScene {
  /** 0.12.4 by default. */
  readonly version?: string;
  readonly chats?: readonly ListedChat[];
  /** The first chat was open. */
  readonly open?: boolean;
  /** Nobody is signed in. */
  readonly signedOut?: boolean;
  /** No tab with the site is open. */
  readonly closed?: boolean;
  /** The chat of which a reply is being written. */
  readonly streaming?: string;
  /** A request of the page. */
  readonly fault?: (request: CallRequest) => Fault | null;
  /** The chat that somebody changes after it was listed. */
  readonly changes?: string;
  /** Pressed one after another, each once it is there. */
  readonly press?: readonly string[];
  /** As in a window of this height, in CSS pixels; otherwise the picture is never cut off. */
  readonly height?: number;
  /** The picture is taken once this is there. */
  readonly until: string;
}

export const NEVER = new Promise<never>(() => {});

const LONG = `I looked at all of your timers.
\`⏰ list\`


There are three of them:

1. the backup, every night at two,
2. the report, each Monday,
3. and the reminder for the plants.

| timer | next |
| --- | --- |
| backup | tonight |
| report | Monday |

Shall I change one of them?
\`💻 systemctl status backup.timer\`


The backup ran last night and took 12 minutes.`;

const chats: readonly ListedChat[] = [
  {
    title: 'Timers on the home server',
    turns: 12,
    reply: (turn) => (turn % 3 === 1 ? LONG : 'Nothing to do.'),
  },
  { title: '🪴 Plants', turns: 3 },
  {
    title:
      'A chat whose title is much longer than one line of a narrow window holds, as titles made by models are',
    turns: 2,
    archived: true,
  },
  { title: '<b>Bold</b> & “quoted”', turns: 1 },
  { title: 'Only the call', turns: 2, reply: () => '\n`⏰ list`\n\n\n' },
  { title: 'A clean one', turns: 4, reply: () => 'All is `well`.' },
];

/** More than a window shows. */
const many: readonly ListedChat[] = Array.from({ length: 20 }, (_, i) => ({
  title: `Chat ${i + 1}`,
  turns: 1,
}));

const START = '[data-step="start"]';
const LOOK = '[data-step="look"]';
const HEAL = '[data-step="heal"]';
const SHOW = '[data-step="show"]';
const UNDO = '.stage [data-step="undo"]';

function stallsAt(method: string, id: string): HealingScene['fault'] {
  return (request) =>
    request.method === method && request.path.endsWith(`/${id}`) ? 'death-before' : null;
}

function refuses(method: string, path: RegExp, status: number): HealingScene['fault'] {
  return (request) =>
    request.method === method && path.test(request.path)
      ? { answer: { status, body: null }, done: false }
      : null;
}

export const healingScenes: Readonly<Record<string, HealingScene>> = {
  'healing-empty': { chats, until: LOOK },
  'healing-start': { chats, open: true, press: [START], until: LOOK },
  'healing-scanning': {
    chats,
    press: [LOOK],
    fault: (request) =>
      stallsAt('GET', 'chat-5')?.(request) ?? stallsAt('GET', 'chat-6')?.(request) ?? null,
    until: 'progress[value="3"]',
  },
  'healing-results': { chats, press: [LOOK], until: HEAL },
  'healing-many': { chats: many, press: [LOOK], height: 700, until: HEAL },
  'healing-many-done': {
    chats: many,
    press: [LOOK, HEAL],
    height: 700,
    until: '[data-step="undo-all"]',
  },
  'healing-undo-all': {
    chats,
    press: [LOOK, HEAL, '.stage [data-step="undo-all"]'],
    until: '[data-outcome="restored"]',
  },
  'healing-diff': { chats, press: [LOOK, SHOW], until: 'del' },
  'healing-this-chat': { chats, open: true, until: 'del' },
  'healing-this-chat-low': {
    chats: [{ title: 'A long chat', turns: 60 }],
    open: true,
    height: 500,
    until: 'del',
  },
  'healing-emptied': { chats: [chats[4]!], press: [LOOK, SHOW], until: 'del' },
  'healing-caveat': { chats, version: '0.9.4', press: [LOOK], until: HEAL },
  'healing-clean': { chats: [chats[5]!], press: [LOOK], until: START },
  'healing-cancelled': {
    chats,
    press: [LOOK, 'progress[value="3"]', '[data-step="cancel"]'],
    fault: (request) =>
      stallsAt('GET', 'chat-5')?.(request) ?? stallsAt('GET', 'chat-6')?.(request) ?? null,
    until: HEAL,
  },
  'healing-healing': {
    chats,
    press: [LOOK, HEAL],
    fault: stallsAt('POST', 'chat-4'),
    until: 'progress[value="2"]',
  },
  'healing-stopping': {
    chats,
    press: [LOOK, HEAL, 'progress[value="2"]', '[data-step="stop"]'],
    fault: stallsAt('POST', 'chat-4'),
    until: '[data-step="stop"][aria-disabled="true"]',
  },
  'healing-done': {
    chats,
    press: [LOOK, HEAL],
    streaming: 'chat-2',
    changes: 'chat-3',
    fault: refuses('POST', /chat-5$/, 403),
    until: '[data-outcome="failed"]',
  },
  'healing-undo': { chats, press: [LOOK, HEAL, UNDO], until: '.stage .words [role="status"]' },
  'healing-delete': {
    chats,
    press: [LOOK, HEAL, '[data-step="delete-all"]'],
    until: '[data-step="delete-now"]',
  },
  'healing-signed-out': { chats, signedOut: true, press: [LOOK], until: '.stage .failed' },
  'healing-no-tab': { chats, closed: true, until: '.stage .primary' },
  'healing-no-address': { until: '.stage h2' },
};

export function sceneChats(scene: HealingScene): FakeOpenWebUi {
  const fake = chatsOf(scene.chats ?? []);
  if (scene.streaming !== undefined) fake.streaming.add(scene.streaming);
  const reads = new Map<string, number>();
  fake.fault = (request) => {
    if (scene.changes !== undefined && request.path.endsWith(`/chats/${scene.changes}`)) {
      const count = (reads.get(scene.changes) ?? 0) + 1;
      reads.set(scene.changes, count);
      if (count === 2) edit(fake, scene.changes);
    }
    return scene.fault?.(request) ?? null;
  };
  return fake;
}

function edit(fake: FakeOpenWebUi, id: string): void {
  const history = fake.records.get(id)?.chat.history as {
    messages: Record<string, { content: string }>;
  };
  const first = Object.values(history.messages)[0];
  if (first) first.content += ' Please.';
}
