import { MARKERS, TOOL_EVENTS } from '../normalizer/reply/frame-trace.ts';
import { DEFECT_WORDS } from './defect-words.ts';

/** A defect of streams, and what it does to their readers. */
export interface Defect {
  /** The id of the repair that fixes it, or what removes it: MARKERS and TOOL_EVENTS. */
  readonly id: string;
  /** What is wrong, in plain words. */
  readonly defect: string;
  /** Clients that are known to break, each with what happens if that is known. */
  readonly breaks: readonly string[];
  readonly whatWeDo: string;
  /** URL of a report, or of the standard that is violated. */
  readonly source: string;
}

export const GITHUB = 'https://github.com/';
export const EVENT_STREAM =
  'https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation';

const KNOWN: readonly Omit<Defect, 'defect'>[] = [
  {
    id: MARKERS,
    breaks: [
      'every chat that sends its history back: after some turns the model writes markers in place of calling tools',
    ],
    whatWeDo: 'The marker is removed from the text; one that reports a tool becomes a badge.',
    source: `${GITHUB}NousResearch/hermes-agent/issues/6972`,
  },
  {
    id: TOOL_EVENTS,
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
    source: `${GITHUB}NousResearch/hermes-agent/issues/100705`,
  },
  {
    id: 'tool-call-container',
    breaks: [
      'OpenAI library, Vercel AI SDK, big-AGI, KoboldAI Lite, for an object: throw',
      'LangChain, NextChat, LobeHub, for an object: the call is lost',
      'Vercel AI SDK, for an empty list: the reasoning is split',
      'strict schemas, for null',
    ],
    whatWeDo: 'An object is put into a list; null and an empty list are removed.',
    source: `${GITHUB}huggingface/text-generation-inference/issues/2794`,
  },
  {
    id: 'tool-call-index',
    breaks: [
      'OpenAI libraries: calls cannot be collected, their stream helper throws',
      'AstrBot, OpenMAIC: calls cannot be collected',
      'big-AGI, where several calls share an index: throws',
      'clients that collect by index: arguments of two calls run together',
    ],
    whatWeDo: 'Every call gets an index of its own.',
    source: `${GITHUB}openai/openai-python/issues/2806`,
  },
  {
    id: 'tool-call-empty-fields',
    breaks: [
      'older versions of the Vercel AI SDK: "Expected \'function.name\' to be a string"',
      'big-AGI: throws',
      'OpenCode, symfony/ai: a new call without a name',
    ],
    whatWeDo: 'The empty fields are removed.',
    source: `${GITHUB}vercel/ai/issues/14722`,
  },
  {
    id: 'tool-call-arguments',
    breaks: [
      'clients that join text, such as the OpenAI libraries, LangChain, NextChat, Continue: "[object Object]"',
      'Vercel AI SDK, big-AGI, LobeHub: throw',
      'code after the guide of OpenAI, llama-stack, for null: the call is broken',
    ],
    whatWeDo: 'An object is written as JSON text, once for each call; null becomes the empty text.',
    source: `${GITHUB}continuedev/continue/issues/13225`,
  },
  {
    id: 'tool-call-repeats',
    breaks: [
      'clients that join names: "get_weatherget_weather"',
      'NextChat: a new call for every id',
      'big-AGI: "unexpected tool_call name change"',
      'LangChain, LobeHub, KoboldAI Lite, where every piece has another id: calls are lost',
    ],
    whatWeDo: 'What was sent before is removed.',
    source: `${GITHUB}ggml-org/llama.cpp/issues/13774`,
  },
  {
    id: 'tool-call-split',
    breaks: [
      'code after the guide of OpenAI, req_llm, wrappers of LangChain and LlamaIndex: the arguments lose their opening brace',
      'NextChat, big-AGI, where there are several calls: the second is lost',
      'LobeHub, where there is text and a call: the text is lost',
      'KoboldAI Lite, where there is text and a call: the call is lost',
    ],
    whatWeDo: 'Text, the name of each call and its arguments each get a chunk of their own.',
    source: `${GITHUB}ggml-org/llama.cpp/issues/22722`,
  },
  {
    id: 'tool-call-growing',
    breaks: [
      'Vercel AI SDK, NextChat, LobeHub, KoboldAI Lite: a wrong name, "getget_weather" where names are joined',
      'big-AGI: "unexpected tool_call name change"',
    ],
    whatWeDo: 'The name waits for the next frame, and only the longest is sent, with empty arguments.',
    source: `${GITHUB}ggml-org/llama.cpp/pull/18675`,
  },
  {
    id: 'tool-call-nameless',
    breaks: [
      'older versions of the Vercel AI SDK (OpenCode, Cline), LobeHub: a call without a name, which is dropped',
      'code after the guide of OpenAI, NextChat: the call has no name',
      'big-AGI: "unexpected tool_call name change"',
    ],
    whatWeDo: 'The head waits for its name.',
    source: `${GITHUB}jjang-ai/vmlx/issues/219`,
  },
  {
    id: 'tool-call-name-pieces',
    breaks: [
      'OpenAI library: the last piece is the name',
      'Vercel AI SDK, NextChat, LobeHub: the first piece is the name',
      'big-AGI: "unexpected tool_call name change"',
    ],
    whatWeDo: 'The pieces are joined into one head.',
    source: `${GITHUB}continuedev/continue/pull/5849`,
  },
  {
    id: 'tool-call-bare-head',
    breaks: ['deep-chat and code written after OpenAI\'s guide: append to what is not there, "undefined{…"'],
    whatWeDo: 'The head gets empty arguments.',
    source: `${GITHUB}ggml-org/llama.cpp/pull/18675`,
  },
  {
    id: 'tool-call-placeholder',
    breaks: ['every client that joins the pieces: "{}{…" is no JSON'],
    whatWeDo: 'The "{}" is removed once the real arguments arrive.',
    source: `${GITHUB}vllm-project/vllm/issues/9693`,
  },
  {
    id: 'first-role',
    breaks: ['stream helper of the OpenAI library: "missing role for choice 0"'],
    whatWeDo: 'The first delta gets the role "assistant", where the server is llama.cpp.',
    source: `${GITHUB}ggml-org/llama.cpp/pull/12379`,
  },
  {
    id: 'byte-order-mark',
    breaks: ['clients that decode for themselves: the first frame is not seen'],
    whatWeDo: 'The mark is removed.',
    source: EVENT_STREAM,
  },
  {
    id: 'data-comments',
    breaks: [
      'OpenAI libraries, Vercel AI SDK, LangChain, big-AGI, LobeHub, Hollama: it is no JSON, they throw',
      'BetterChatGPT: the reply stops there',
    ],
    whatWeDo: 'The frame is removed.',
    source: `${GITHUB}mnfst/llm-gateway/issues/2053`,
  },
  {
    id: 'silent-events',
    breaks: [
      'OpenAI libraries, LangChain, Hollama, without data: "Unexpected end of JSON input"',
      'Vercel AI SDK, big-AGI, for data that is no chunk: throw',
      'LobeHub, Niek/chatgpt-web: the reply ends with an error',
      'BetterChatGPT: the reply stops there',
    ],
    whatWeDo: 'The frame is removed.',
    source: `${GITHUB}anomalyco/opencode/issues/40171`,
  },
  {
    id: 'error-lines',
    breaks: [
      'OpenAI library, LangChain, big-AGI, LobeHub, Hollama: the reply ends as if it was whole',
      'openai-go: "unexpected end of JSON input"',
    ],
    whatWeDo: 'The frame gets the error as data too.',
    source: `${GITHUB}ggml-org/llama.cpp/pull/16109`,
  },
  {
    id: 'bare-json',
    breaks: ['OpenAI library, LangChain, big-AGI, LobeHub, Hollama: the reply ends as if it was whole'],
    whatWeDo: 'The line becomes a frame.',
    source: `${GITHUB}googleapis/js-genai/issues/1973`,
  },
  {
    id: 'joined-objects',
    breaks: [
      'OpenAI libraries, Vercel AI SDK, LangChain, big-AGI, LobeHub, Hollama: throw',
      'NextChat, KoboldAI Lite, BetterChatGPT: the text of the frame is lost',
    ],
    whatWeDo: 'Each gets a frame of its own.',
    source: `${GITHUB}Wei-Shaw/sub2api/issues/1471`,
  },
  {
    id: 'data-lines',
    breaks: ['clients that read line by line, such as llama-ui and KoboldAI Lite: the text of the frame is lost'],
    whatWeDo: 'The lines are joined into one.',
    source: `${GITHUB}SamSaffron/term-llm/pull/454`,
  },
  {
    id: 'last-blank-line',
    breaks: [
      'clients that keep to the rules, such as EventSource, NextChat, big-AGI: the frame is dropped',
      'Vercel AI SDK, sse.js, KoboldAI Lite: an error, or the text is lost',
    ],
    whatWeDo: 'The blank line is added.',
    source: EVENT_STREAM,
  },
  {
    id: 'keep-alive-comments',
    breaks: [
      'fetch-event-source: an empty message, which ends the reply of Niek/chatgpt-web with an error',
      'BetterChatGPT: the reply stops there',
      'langchaingo, shell_gpt and others that parse every line',
    ],
    whatWeDo: 'They are removed where something else in the stream needs repair.',
    source: `${GITHUB}tmc/langchaingo/issues/942`,
  },
  {
    id: 'lone-comments',
    breaks: [
      'fetch-event-source: an empty message, which ends the reply of Niek/chatgpt-web with an error',
      'BetterChatGPT: the reply stops there',
    ],
    whatWeDo: 'They are removed.',
    source: `${GITHUB}tmc/langchaingo/issues/942`,
  },
  {
    id: 'foreign-events',
    breaks: ['OpenAI libraries, Vercel AI SDK, Hollama, BetterChatGPT, big-AGI: as with tool progress events'],
    whatWeDo: 'They are removed where something else in the stream needs repair.',
    source: `${GITHUB}janhq/jan/issues/8280`,
  },
  {
    id: 'done',
    breaks: [
      'sse.js: a lost connection in place of the end',
      'clients that wait for it: they hang until the connection is closed',
    ],
    whatWeDo: 'It is added where the reply is whole.',
    source: `${GITHUB}ikawrakow/ik_llama.cpp/issues/467`,
  },
  {
    id: 'null-choices',
    breaks: [
      'OpenAI library read without a guard, Vercel AI SDK, big-AGI, BetterChatGPT, Hollama: throw',
      'Roo Code, Kilo Code: throw',
    ],
    whatWeDo: 'In a chunk, "choices" becomes one empty choice, elsewhere an empty list; a frame of null is removed.',
    source: `${GITHUB}RooCodeInc/Roo-Code/issues/9105`,
  },
  {
    id: 'delta-missing',
    breaks: ['OpenAI library read without a guard, big-AGI, BetterChatGPT, Hollama, AutoGen: throw'],
    whatWeDo: 'The choice gets an empty "delta".',
    source: `${GITHUB}microsoft/autogen/issues/6465`,
  },
  {
    id: 'content-arrays',
    breaks: [
      'OpenAI library, LangChain, most chat pages: the text is lost, or "[object Object]"',
      'symfony/ai, prism: an error',
    ],
    whatWeDo: 'The text of the parts becomes the content; thinking becomes reasoning.',
    source: `${GITHUB}symfony/ai/issues/2422`,
  },
  {
    id: 'padding-fields',
    breaks: ['clients with strict schemas'],
    whatWeDo: 'The fields are removed.',
    source: `${GITHUB}NousResearch/hermes-agent/issues/106006`,
  },
  {
    id: 'cumulative-text',
    breaks: ['every client that joins deltas, as the format asks: the text is shown again and again'],
    whatWeDo: 'Each delta is cut to what is new.',
    source: `${GITHUB}QwenLM/qwen-code/pull/3896`,
  },
  {
    id: 'finish-tool-calls',
    breaks: [
      'KoboldAI Lite, and agents that end on "stop", such as those on LiteLLM: the tools are never run',
      'strict schemas, for an empty one',
    ],
    whatWeDo: 'The finish reason becomes "tool_calls"; an empty one null.',
    source: `${GITHUB}ollama/ollama/issues/7963`,
  },
  {
    id: 'finish-missing',
    breaks: [
      'stream helper of the OpenAI library, Vercel AI SDK: throw',
      'clients that wait for one, such as pi: they hang, or think that the reply was cut',
    ],
    whatWeDo: 'One is put before "[DONE]".',
    source: `${GITHUB}waybarrios/vllm-mlx/issues/628`,
  },
];

/** Everything that a diagnosis can find, in the order in which it is listed. */
export const DEFECTS: readonly Defect[] = KNOWN.map((known) => ({
  ...known,
  defect: DEFECT_WORDS[known.id] ?? known.id,
}));
