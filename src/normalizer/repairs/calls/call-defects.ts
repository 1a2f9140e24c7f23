// What the assembler of tool calls (assembler.ts) reports, in the order in which it is listed. The
// code that finds each uses its id.

import { isEmptyObject, isObject } from '../../json/json-edit.ts';
import { deltasIn, entriesIn, entriesOf, functionOf } from '../defect-forms.ts';
import type { PlacedRepair } from '../repair.ts';
import { isAnonymous } from './calls.ts';
import { hasText } from './split-chunk.ts';

export const toolCallContainer: PlacedRepair = {
  id: 'tool-call-container',
  stage: 'chunk',
  stream: 'broken',
  about: {
    name: 'Calls that are not a list',
    defect: '"tool_calls" is not a list of calls, but one object, null or an empty list.',
    breaks: [
      'OpenAI library, Vercel AI SDK, big-AGI, KoboldAI Lite, for an object: throw',
      'LangChain, NextChat, LobeHub, for an object: the call is lost',
      'Vercel AI SDK, for an empty list: the reasoning is split',
      'strict schemas, for null',
    ],
    whatWeDo: 'An object is put into a list; null and an empty list are removed.',
    source: 'https://github.com/huggingface/text-generation-inference/issues/2794',
    form(frame) {
      const calls = deltasIn(frame)[0]?.tool_calls;
      if (calls === null)
        return {
          defect: '"tool_calls" is null.',
          breaks: ['strict schemas: the chunk is refused'],
        };
      if (Array.isArray(calls))
        return {
          defect: '"tool_calls" is an empty list.',
          breaks: ['Vercel AI SDK: the reasoning is split into many pieces'],
        };
      if (isEmptyObject(calls))
        return {
          defect: '"tool_calls" is an empty object, not a list.',
          breaks: ['OpenAI library, Vercel AI SDK, big-AGI: throw'],
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
  },
};

/**
 * No index (Gemini: openai/openai-python#2806; Ollama: ollama/ollama#7881; mistral.rs), one index
 * for several calls (ollama/ollama#15457, InternLM/lmdeploy#3412), or another index for the
 * arguments of a call than for its head (danny-avila/LibreChat#13987, agno-agi/agno#8879): the
 * entry gets the index of its call.
 */
export const toolCallIndex: PlacedRepair = {
  id: 'tool-call-index',
  stage: 'chunk',
  stream: 'broken',
  about: {
    name: 'Calls without an index',
    defect:
      'Entries of "tool_calls" have no index, several calls share one, or one call has several.',
    breaks: [
      'OpenAI libraries: calls cannot be collected, their stream helper throws',
      'AstrBot, OpenMAIC: calls cannot be collected',
      'big-AGI, where several calls share an index: throws',
      'clients that collect by index: arguments of two calls run together',
    ],
    whatWeDo: 'Every call gets an index of its own.',
    source: 'https://github.com/openai/openai-python/issues/2806',
    form(frame) {
      const entries = entriesIn(frame);
      if (entries.length > 0 && entries.every(isAnonymous)) {
        return {
          defect: 'The arguments of a call come with another index than its name.',
          breaks: [
            'OpenAI libraries, Vercel AI SDK, LobeHub, big-AGI: throw, or the arguments are lost',
            'clients that collect by index: a call without arguments, and one without a name',
          ],
        };
      }
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
            breaks: [
              'big-AGI: throws',
              'clients that collect by index: the arguments of two calls run together',
            ],
          }
        : null;
    },
  },
};

/**
 * `"id":""` or `"name":null` on an entry that continues a call (vLLM: vercel/ai#14722; DashScope
 * and GLM: symfony/ai#2220; LM Studio): removed, because clients take it for a new call without a
 * name.
 */
export const toolCallEmptyFields: PlacedRepair = {
  id: 'tool-call-empty-fields',
  stage: 'chunk',
  stream: 'broken',
  about: {
    name: 'Empty fields in later pieces',
    defect: 'In later pieces of a call, the id, type or name is empty or null.',
    breaks: [
      'older versions of the Vercel AI SDK: "Expected \'function.name\' to be a string"',
      'big-AGI: throws',
      'OpenCode, symfony/ai: a new call without a name',
    ],
    whatWeDo: 'The empty fields are removed.',
    source: 'https://github.com/vercel/ai/issues/14722',
    form(frame) {
      const empty = [...new Set(entriesIn(frame).flatMap(emptyFields))];
      const last = empty.pop();
      if (last === undefined) return null;
      return {
        defect: `A later piece of a call has ${empty.length > 0 ? `${empty.join(', ')} and ` : ''}${last}.`,
      };
    },
  },
};

/**
 * Arguments as an object (continuedev/continue#13225, TGI, some builds of llama.cpp): replaced by
 * their original JSON text, digit for digit, once for each call. Null (vllm-project/vllm#9693):
 * replaced by the empty string.
 */
export const toolCallArguments: PlacedRepair = {
  id: 'tool-call-arguments',
  stage: 'chunk',
  stream: 'broken',
  about: {
    name: 'Arguments that are not text',
    defect: 'The arguments of a call are not text, but an object or null.',
    breaks: [
      'clients that join text, such as the OpenAI libraries, LangChain, NextChat, Continue: "[object Object]"',
      'Vercel AI SDK, big-AGI, LobeHub: throw',
      'code after the guide of OpenAI, llama-stack, for null: the call is broken',
    ],
    whatWeDo: 'An object is written as JSON text, once for each call; null becomes the empty text.',
    source: 'https://github.com/continuedev/continue/issues/13225',
    form(frame) {
      const said = entriesIn(frame).map((entry) => functionOf(entry).arguments);
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
  },
};

/**
 * Id and name are repeated with every fragment (llama.cpp before PR #13800:
 * ggml-org/llama.cpp#13774, "getget_weather"; continuedev/continue#5849), or there is a new id with
 * each (BerriAI/litellm#40040): removed. A name that differs stays.
 */
export const toolCallRepeats: PlacedRepair = {
  id: 'tool-call-repeats',
  stage: 'chunk',
  stream: 'broken',
  about: {
    name: 'ID or name sent again',
    defect: 'Later pieces of a call repeat its id or its name.',
    breaks: [
      'clients that join names: "get_weatherget_weather"',
      'NextChat: a new call for every id',
      'big-AGI: "unexpected tool_call name change"',
      'LangChain, LobeHub, KoboldAI Lite, where every piece has another id: calls are lost',
    ],
    whatWeDo: 'What was sent before is removed.',
    source: 'https://github.com/ggml-org/llama.cpp/issues/13774',
    form(frame) {
      const entries = entriesIn(frame);
      const name = entries.some((entry) => functionOf(entry).name != null);
      const id = entries.some((entry) => entry.id != null);
      if (id && name) return { defect: 'Later pieces of a call repeat its id and its name.' };
      if (name)
        return {
          defect: 'Later pieces of a call repeat its name.',
          breaks: [
            'clients that join names: "get_weatherget_weather"',
            'big-AGI: "unexpected tool_call name change"',
          ],
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
  },
};

export const toolCallSplit: PlacedRepair = {
  id: 'tool-call-split',
  stage: 'chunk',
  stream: 'broken',
  about: {
    name: 'Name and arguments in one piece',
    defect:
      'One delta carries several things at once: the name of a call and its arguments, several calls, or text and a call.',
    breaks: [
      'code after the guide of OpenAI, req_llm, wrappers of LangChain and LlamaIndex: the arguments lose their opening brace',
      'NextChat, big-AGI, where there are several calls: the second is lost',
      'LobeHub, where there is text and a call: the text is lost',
      'KoboldAI Lite, where there is text and a call: the call is lost',
    ],
    whatWeDo: 'Text, the name of each call and its arguments each get a chunk of their own.',
    allowed: "OpenAI's schema",
    source: 'https://github.com/ggml-org/llama.cpp/issues/22722',
    form(frame) {
      const delta = deltasIn(frame).find((each) => entriesOf(each).length > 0);
      if (!delta) return null;
      if (hasText(delta))
        return {
          defect: 'One delta has text and a tool call.',
          breaks: ['LobeHub: the text is lost', 'KoboldAI Lite: the call is lost'],
        };
      return entriesOf(delta).length > 1
        ? {
            defect: 'One delta has several tool calls.',
            breaks: ['NextChat, big-AGI: all calls but the first are lost'],
          }
        : {
            defect: 'One delta has the name of a tool call and its first arguments.',
            breaks: [
              "code written after OpenAI's guide, req_llm, wrappers of LangChain and LlamaIndex: the arguments lose their opening brace",
            ],
          };
    },
  },
};

export const toolCallGrowing: PlacedRepair = {
  id: 'tool-call-growing',
  stage: 'chunk',
  stream: 'broken',
  about: {
    name: 'Name that grows',
    defect: 'The name of a call is sent again and again while it grows.',
    breaks: [
      'Vercel AI SDK, NextChat, LobeHub, KoboldAI Lite: a wrong name, "getget_weather" where names are joined',
      'big-AGI: "unexpected tool_call name change"',
    ],
    whatWeDo:
      'The name waits for the next frame, and only the longest is sent, with empty arguments.',
    source: 'https://github.com/ggml-org/llama.cpp/pull/18675',
  },
};

export const toolCallNameless: PlacedRepair = {
  id: 'tool-call-nameless',
  stage: 'chunk',
  stream: 'broken',
  about: {
    name: 'Name that comes later',
    defect: 'The head of a call has no name yet; the name is in a later piece.',
    breaks: [
      'older versions of the Vercel AI SDK (OpenCode, Cline), LobeHub: a call without a name, which is dropped',
      'code after the guide of OpenAI, NextChat: the call has no name',
      'big-AGI: "unexpected tool_call name change"',
    ],
    whatWeDo: 'The head waits for its name.',
    source: 'https://github.com/jjang-ai/vmlx/issues/219',
  },
};

export const toolCallNamePieces: PlacedRepair = {
  id: 'tool-call-name-pieces',
  stage: 'chunk',
  stream: 'legal',
  about: {
    name: 'Name in pieces',
    defect: 'The name of a call is sent in pieces.',
    breaks: [
      'OpenAI library: the last piece is the name',
      'Vercel AI SDK, NextChat, LobeHub: the first piece is the name',
      'big-AGI: "unexpected tool_call name change"',
    ],
    whatWeDo: 'The pieces are joined into one head.',
    allowed: "OpenAI's schema",
    source: 'https://github.com/continuedev/continue/pull/5849',
  },
};

/**
 * The head of a call has a name and no arguments, not even empty ones (llama.cpp since PR #18675):
 * code written after OpenAI's guide to function calling appends to the head's arguments and gets
 * `undefined{…`. Such a head is legal, and PR #22725 of llama.cpp would send it too, so this is off
 * unless requested.
 */
export const toolCallBareHead: PlacedRepair = {
  id: 'tool-call-bare-head',
  stage: 'chunk',
  stream: 'legal',
  about: {
    name: 'Call without arguments',
    defect: 'The head of a call has a name and no arguments, not even empty ones.',
    breaks: [
      'deep-chat and code written after OpenAI\'s guide: append to what is not there, "undefined{…"',
    ],
    whatWeDo: 'The head gets empty arguments.',
    allowed: "OpenAI's schema",
    source: 'https://github.com/ggml-org/llama.cpp/pull/18675',
  },
};

export const toolCallPlaceholder: PlacedRepair = {
  id: 'tool-call-placeholder',
  stage: 'chunk',
  stream: 'broken',
  about: {
    name: 'Braces before the arguments',
    defect: 'The arguments of a call begin with "{}", and the real ones follow.',
    breaks: ['every client that joins the pieces: "{}{…" is no JSON'],
    whatWeDo: 'The "{}" is removed once the real arguments arrive.',
    source: 'https://github.com/vllm-project/vllm/issues/9693',
  },
};

/** @returns the empty fields of an entry, each in words */
function emptyFields(entry: Record<string, unknown>): string[] {
  const fields = Object.entries({ id: entry.id, type: entry.type, name: functionOf(entry).name });
  return fields.flatMap(([name, value]) =>
    value === '' ? [`an empty ${name}`] : value === null ? [`null as its ${name}`] : [],
  );
}

/** All of them. */
export const CALL_DEFECTS = [
  toolCallContainer,
  toolCallIndex,
  toolCallEmptyFields,
  toolCallArguments,
  toolCallRepeats,
  toolCallSplit,
  toolCallGrowing,
  toolCallNameless,
  toolCallNamePieces,
  toolCallBareHead,
  toolCallPlaceholder,
] as const;
