import { arrayOf } from '../normalizer/dialects/fields.ts';
import { isObject, parseJson } from '../normalizer/json/json-edit.ts';
import { SPLIT_WORDS } from './defect-words.ts';
import type { Defect } from './defects.ts';

/** What is wrong in one frame, and who breaks on exactly that. */
export type ExactWords = Partial<Pick<Defect, 'defect' | 'breaks'>>;

type Fields = Record<string, unknown>;

/**
 * Describes in one sentence which of its forms a defect takes in a frame.
 * @param id of the defect
 * @param frame text of the first frame in which it was found
 * @returns nothing if the defect has only one form, or the frame does not show which it is
 */
export function exactWords(id: string, frame: string): ExactWords {
  return SHAPES[id]?.(deltasOf(frame), frame) ?? {};
}

/** What one delta combines that belongs into several. */
export type SplitCase = keyof typeof SPLIT_WORDS;

const SPLIT_BREAKS: Readonly<Record<SplitCase, readonly string[]>> = {
  arguments: [
    "code written after OpenAI's guide, req_llm, wrappers of LangChain and LlamaIndex: the arguments lose their opening brace",
  ],
  calls: ['NextChat, big-AGI: all calls but the first are lost'],
  text: ['LobeHub: the text is lost', 'KoboldAI Lite: the call is lost'],
};

/** @returns null for a frame with none of these */
export function splitCase(frame: string): SplitCase | null {
  const delta = deltasOf(frame).find((each) => entriesOf(each).length > 0);
  if (!delta) return null;
  if (['content', 'reasoning_content', 'reasoning'].some((key) => isText(delta[key]))) return 'text';
  return entriesOf(delta).length > 1 ? 'calls' : 'arguments';
}

type Shape = (deltas: readonly Fields[], frame: string) => ExactWords | null;

const SHAPES: Readonly<Record<string, Shape>> = {
  'tool-call-container': ([first]) => {
    const calls = first?.tool_calls;
    if (calls === null) return { defect: '"tool_calls" is null.', breaks: ['strict schemas: the chunk is refused'] };
    if (Array.isArray(calls))
      return {
        defect: '"tool_calls" is an empty list.',
        breaks: ['Vercel AI SDK: the reasoning is split into many pieces'],
      };
    return isObject(calls)
      ? {
          defect: '"tool_calls" is one object, not a list.',
          breaks: [
            'OpenAI library, Vercel AI SDK, big-AGI, KoboldAI Lite: throw',
            'LangChain, NextChat, LobeHub: the call is lost',
          ],
        }
      : null;
  },
  'tool-call-index': (deltas) => {
    const entries = deltas.flatMap(entriesOf);
    if (entries.some(({ index }) => index == null)) {
      return {
        defect: 'Calls have no index.',
        breaks: [
          'OpenAI libraries: calls cannot be collected, their stream helper throws',
          'AstrBot, OpenMAIC: calls cannot be collected',
        ],
      };
    }
    return entries.length > 0
      ? {
          defect: 'Several calls share one index.',
          breaks: ['big-AGI: throws', 'clients that collect by index: the arguments of two calls run together'],
        }
      : null;
  },
  'tool-call-empty-fields': (deltas) => {
    const empty = deltas.flatMap(entriesOf).flatMap(emptyFields);
    return empty.length > 0 ? { defect: `A later piece of a call has ${andList([...new Set(empty)])}.` } : null;
  },
  'tool-call-arguments': (deltas) => {
    const said = deltas.flatMap(entriesOf).map((entry) => functionOf(entry).arguments);
    if (said.some(isObject)) {
      return {
        defect: 'The arguments of a call are an object, not text.',
        breaks: [
          'clients that join text, such as the OpenAI libraries, LangChain, NextChat, Continue: "[object Object]"',
          'Vercel AI SDK, big-AGI, LobeHub: throw',
        ],
      };
    }
    return said.includes(null)
      ? {
          defect: 'The arguments of a call are null.',
          breaks: ["code written after OpenAI's guide, llama-stack: the call is broken"],
        }
      : null;
  },
  'tool-call-repeats': (deltas) => {
    const entries = deltas.flatMap(entriesOf);
    const name = entries.some((entry) => functionOf(entry).name != null);
    const id = entries.some((entry) => entry.id != null);
    if (id && name) return { defect: 'Later pieces of a call repeat its id and its name.' };
    if (name)
      return {
        defect: 'Later pieces of a call repeat its name.',
        breaks: ['clients that join names: "get_weatherget_weather"', 'big-AGI: "unexpected tool_call name change"'],
      };
    return id
      ? {
          defect: 'Later pieces of a call have an id again.',
          breaks: [
            'NextChat: a new call for every id',
            'LangChain, LobeHub, KoboldAI Lite, if each id is a new one: calls are lost',
          ],
        }
      : null;
  },
  'tool-call-split': (_, frame) => {
    const found = splitCase(frame);
    return found && { defect: SPLIT_WORDS[found], breaks: SPLIT_BREAKS[found] };
  },
  'silent-events': (_, frame) => {
    const name = /^event: ?(.*)$/m.exec(frame)?.[1]?.trim().slice(0, 60) ?? '';
    return /^data/m.test(frame)
      ? {
          defect: `A heartbeat is sent as an event, "${name}".`,
          breaks: ['OpenAI libraries, Vercel AI SDK, big-AGI: throw', 'BetterChatGPT: the reply stops there'],
        }
      : {
          defect: `An event, "${name}", has no data.`,
          breaks: [
            'OpenAI libraries, LangChain, Hollama: "Unexpected end of JSON input"',
            'LobeHub, Niek/chatgpt-web: the reply ends with an error',
            'BetterChatGPT: the reply stops there',
          ],
        };
  },
  'keep-alive-comments': comments,
  'lone-comments': comments,
  'null-choices': (_, frame) => {
    const data = dataOf(frame);
    if (data.trim() === 'null') return { defect: 'The data of a frame is null.' };
    const json = parseJson(data);
    if (!isObject(json)) return null;
    return { defect: 'choices' in json ? '"choices" is null.' : 'A chunk has no "choices".' };
  },
  'finish-tool-calls': (_, frame) =>
    /"finish_reason"\s*:\s*""/.test(frame)
      ? { defect: 'The finish reason is empty.', breaks: ['strict schemas: the chunk is refused'] }
      : {
          defect: 'Tools were called, but the finish reason is "stop".',
          breaks: ['KoboldAI Lite, and agents that end on "stop", such as those on LiteLLM: the tools are never run'],
        },
};

function comments(_: readonly Fields[], frame: string): ExactWords {
  return {
    defect:
      frame.trim() === ''
        ? 'There are empty frames between the chunks.'
        : 'There are comments between the chunks, usually heartbeats.',
  };
}

function dataOf(frame: string): string {
  return (frame.match(/^\ufeff?data:.*$/gm) ?? []).map((line) => line.replace(/^\ufeff?data: ?/, '')).join('\n');
}

/** @returns the deltas of a chunk's choices */
function deltasOf(frame: string): Fields[] {
  const json = parseJson(dataOf(frame.replace(/\r\n?/g, '\n')));
  return isObject(json)
    ? arrayOf(json.choices).flatMap((choice) => (isObject(choice) && isObject(choice.delta) ? [choice.delta] : []))
    : [];
}

function entriesOf({ tool_calls: calls }: Fields): Fields[] {
  return (isObject(calls) ? [calls] : arrayOf(calls)).filter(isObject);
}

function functionOf(entry: Fields): Fields {
  return isObject(entry.function) ? entry.function : {};
}

function emptyFields(entry: Fields): string[] {
  const fields: readonly (readonly [string, unknown])[] = [
    ['id', entry.id],
    ['type', entry.type],
    ['name', functionOf(entry).name],
  ];
  return fields.flatMap(([name, value]) =>
    value === '' ? [`an empty ${name}`] : value === null ? [`null as its ${name}`] : [],
  );
}

function andList(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
