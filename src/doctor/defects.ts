import { REPAIRS } from '../normalizer/repairs/all-repairs.ts';
import type { AboutRepair, Repair } from '../normalizer/repairs/repair.ts';
import { MARKERS, TOOL_EVENTS } from '../normalizer/reply/frame-trace.ts';

/** A defect of streams, and what it does to their readers. */
export interface Defect extends Omit<AboutRepair, 'name'> {
  /** The id of the repair that fixes it, or what removes it: MARKERS and TOOL_EVENTS. */
  readonly id: string;
  /** What the repair changes: missing if it is none. */
  readonly stream?: Repair['stream'];
}

/** Everything that a diagnosis can find, in the order in which it is listed. */
export const DEFECTS: readonly (Defect & AboutRepair)[] = [
  {
    id: MARKERS,
    name: 'Tool markers in the text',
    defect: 'The text of the reply contains tool markers.',
    breaks: [
      'every chat that sends its history back: after some turns the model writes markers in place of calling tools',
    ],
    whatWeDo: 'The marker is removed from the text; one that reports a tool becomes a badge.',
    source: 'https://github.com/NousResearch/hermes-agent/issues/6972',
  },
  {
    id: TOOL_EVENTS,
    name: 'Tool progress as events',
    defect: 'Tool progress is sent as events between the chunks of the reply.',
    breaks: [
      'OpenAI libraries: they take the event for a chunk and throw, as its choices are missing',
      'Vercel AI SDK (OpenCode, Jan, Chatbox): a validation error, most pages drop the reply',
      'AG-UI, assistant-ui: throw',
      'Hollama: the reply disappears',
      'BetterChatGPT: the reply stops there',
      'big-AGI: the reply ends with an error',
      'SillyTavern 1.12: the reply is aborted',
    ],
    whatWeDo: 'The event is removed; the tool becomes a badge.',
    source: 'https://github.com/NousResearch/hermes-agent/issues/100705',
  },
  ...REPAIRS.map(({ id, stream, about }) => ({ id, stream, ...about })),
];
