import type { Defect } from './defects.ts';

const TABLE: readonly (Omit<Defect, 'whatWeDo'> & Partial<Defect>)[] = [
  {
    id: 'http-status',
    defect: 'The server refused the request.',
    breaks: ['every client: there is no reply'],
    whatWeDo:
      'Nothing. The status and the body say what to change in the request or on the server.',
    source: 'https://github.com/jakobdylanc/llmcord/issues/56',
  },
  {
    id: 'server-error',
    defect: 'The server reported an error.',
    breaks: [
      'every client: the reply ends here',
      'clients that only look at choices: the reply ends as if it was whole',
    ],
    source: 'https://github.com/apache/rocketmq-dashboard/issues/2178',
  },
  {
    id: 'empty-body',
    defect: 'The body is empty.',
    breaks: ['every client: there is no reply'],
    whatWeDo:
      'Nothing. Record it again; if it stays empty, the server or a proxy dropped the reply.',
    source: 'https://github.com/diegosouzapw/OmniRoute/issues/7285',
  },
  {
    id: 'compressed-body',
    defect: 'The body is compressed.',
    breaks: ['clients behind a proxy that drops the content-encoding header: they read garbage'],
    whatWeDo:
      'Nothing. Record it again with "curl --compressed"; if that does not help, the proxy passes compressed bytes on as text.',
    source: 'https://github.com/Wei-Shaw/claude-relay-service/issues/1030',
  },
  {
    id: 'binary-body',
    defect: 'The body is binary data, not text.',
    breaks: ['every client: there is nothing to read'],
    whatWeDo: 'Nothing. Check that the file is the recording of a reply.',
    source:
      'https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation',
  },
  {
    id: 'html-page',
    defect: 'The body is an HTML page, such as that of a login or of a proxy.',
    breaks: ['every client: "Unexpected token \'<\'", or an empty reply'],
    whatWeDo: 'Nothing. Check the address (often "/v1" is missing), the login and the proxy.',
    source: 'https://github.com/2FastLabs/agent-squad/issues/213',
  },
  {
    id: 'chunk-sizes',
    defect: 'The recording contains the chunk sizes of HTTP between the bytes of the body.',
    breaks: ['clients behind a proxy that passes them on: they are read as text'],
    whatWeDo: 'Nothing. Record with "curl -iN", without "--raw".',
    source: 'https://github.com/maximhq/bifrost/issues/1613',
  },
  {
    id: 'cut-call',
    defect: 'The reply was cut in the middle of a tool call: its arguments are incomplete.',
    breaks: [
      'agents that close the JSON themselves: the tool runs with wrong or empty arguments',
      'Vercel AI SDK, OpenCode: the call is dropped or the reply fails',
    ],
    whatWeDo: 'Nothing. What never came cannot be added.',
    source: 'https://github.com/CommandCodeAI/command-code/issues/785',
  },
  {
    id: 'cut-frame',
    defect: 'The reply was cut in the middle of a frame.',
    breaks: [
      'clients that parse the last frame: "Unexpected end of JSON input"',
      'others: the end of the text is lost',
    ],
    whatWeDo: 'Nothing. What never came cannot be added.',
    source: 'https://github.com/NousResearch/hermes-agent/issues/105189',
  },
  {
    id: 'cut-reply',
    defect: 'The reply was cut: the stream ends without any sign of its end.',
    breaks: [
      'clients that need an end, such as the Vercel AI SDK and pi: an error, or they try again',
      'others: half a reply is taken for a whole one',
    ],
    whatWeDo: 'Nothing. Look for a time limit or a buffer in the server or in a proxy.',
    source: 'https://github.com/diegosouzapw/OmniRoute/issues/7285',
  },
  {
    id: 'token-limit',
    defect: 'The reply stopped at the token limit, so its end is missing.',
    breaks: ['every client: half a reply, mostly without a word about it'],
    whatWeDo: 'Nothing. Raise "max_tokens" or the context size of the server.',
    source: 'https://github.com/Yeachan-Heo/gajae-code/pull/1025',
  },
  {
    id: 'filtered',
    defect: 'A content filter stopped the reply.',
    breaks: ['every client: half a reply, or none'],
    whatWeDo: 'Nothing. The provider decides what it filters.',
    source: 'https://github.com/microsoft/semantic-kernel/issues/5289',
  },
  {
    id: 'broken-arguments',
    defect:
      'The arguments of a tool call are not valid JSON, though the reply ended as if all was well.',
    breaks: ['every client that parses them: an error, or the tool runs with empty arguments'],
    whatWeDo: 'Nothing. The parser of the server or the model is at fault.',
    source: 'https://github.com/anthropics/claude-code/issues/19143',
  },
  {
    id: 'call-without-arguments',
    defect: 'A tool call has no arguments, not even "{}".',
    breaks: [
      'clients that parse them: "Unexpected end of JSON input"',
      'others: the tool runs without what the model asked for',
    ],
    whatWeDo: 'Nothing. The parser of the server or the model is at fault.',
    source: 'https://github.com/vllm-project/vllm/issues/41967',
  },
  {
    id: 'tokens-in-arguments',
    defect: 'The arguments of a tool call contain control tokens of the model.',
    breaks: ['every agent: the tool runs with them as a part of its input'],
    whatWeDo: 'Nothing. The tool parser of the server left them there.',
    source: 'https://github.com/vllm-project/vllm/issues/53227',
  },
  {
    id: 'call-without-name',
    defect: 'A tool call has no name.',
    breaks: ['Vercel AI SDK: throws', 'other clients: an unknown tool ""'],
    whatWeDo: 'Nothing. What never came cannot be added.',
    source: 'https://github.com/jjang-ai/vmlx/pull/244',
  },
  {
    id: 'call-misnamed',
    defect: 'The name of a tool call is none that a tool can have.',
    breaks: ['agents: an unknown tool'],
    whatWeDo: 'Nothing. The tool parser of the server left control tokens of the model in it.',
    source: 'https://github.com/vllm-project/vllm/issues/23694',
  },
  {
    id: 'call-without-id',
    defect: 'A tool call has no id.',
    breaks: [
      'Vercel AI SDK (OpenCode, Cherry Studio): "Expected \'id\' to be a string."',
      'SillyTavern and others: the result of the tool is refused, as no call has its id',
    ],
    source: 'https://github.com/vercel/ai/issues/18440',
  },
  {
    id: 'call-at-end',
    defect: 'A tool call comes in the line that ends the reply.',
    breaks: ['clients that stop reading there: the call is lost, and no tool runs'],
    source: 'https://github.com/kooshi/llama-swappo/pull/13',
  },
  {
    id: 'call-in-call',
    defect: 'A tool call begins before the one before it has ended.',
    breaks: ['CopilotKit, older AG-UI clients: throw, "a tool call is already in progress"'],
    source: 'https://github.com/CopilotKit/CopilotKit/issues/2587',
  },
  {
    id: 'text-left-open',
    defect: 'Something else begins while a text is still open.',
    breaks: ['CopilotKit, older AG-UI clients: throw, "Send \'TEXT_MESSAGE_END\' first."'],
    allowed: 'the documents of AG-UI',
    source: 'https://github.com/agno-agi/agno/issues/4601',
  },
  {
    id: 'call-missing',
    defect: 'The finish reason says that tools were called, but no call came.',
    breaks: ['agents: they look for a call and stop, or ask the model again and again'],
    whatWeDo: 'Nothing. The tool parser of the server is off or failed.',
    source: 'https://github.com/vllm-project/vllm/issues/53255',
  },
  {
    id: 'call-untold',
    defect: 'The reply contains a tool call, but its stop reason does not say so.',
    breaks: ['agents that act on the stop reason: no tool runs'],
    source: 'https://github.com/diegosouzapw/OmniRoute/issues/3980',
  },
  {
    id: 'call-as-text',
    defect:
      'The model wrote a tool call as text: the tool parser of the server is off, or the template is wrong.',
    breaks: ['every client: the call is shown as text, and no tool runs'],
    whatWeDo:
      'Nothing. Turn on the tool parser of the server for this model (vLLM: --tool-call-parser, llama.cpp: --jinja).',
    source: 'https://github.com/waybarrios/vllm-mlx/issues/107',
  },
  {
    id: 'call-unanswered',
    defect: 'A tool call in the history has no result.',
    breaks: [
      'OpenAI, Anthropic and others: they refuse the request',
      'templates of llama.cpp: an error, HTTP 500',
    ],
    whatWeDo:
      'Nothing. The page or agent that keeps the chat must store the result, or drop the call.',
    source: 'https://github.com/open-webui/open-webui/issues/24940',
  },
  {
    id: 'reasoning-as-text',
    defect: "The text contains the model's reasoning.",
    breaks: [
      'clients that do not look for it: it is shown as the reply, and goes back to the model',
    ],
    whatWeDo: 'Nothing. Turn on the reasoning parser of the server, or ask for split reasoning.',
    source: 'https://github.com/MiniMax-AI/MiniMax-M2/issues/105',
  },
  {
    id: 'only-reasoning',
    defect: 'The model only reasoned: there is no reply behind it.',
    breaks: ['every client: an empty reply, at best with the reasoning folded away'],
    whatWeDo: 'Nothing. Raise the token limit, or check the reasoning parser of the server.',
    source: 'https://github.com/openclaw/openclaw/issues/91604',
  },
  {
    id: 'empty-reply',
    defect: 'The reply ended as if all was well, but says nothing: no text and no tool call.',
    breaks: ['every client: an empty reply'],
    whatWeDo: 'Nothing. The model or a filter of the server left nothing to show.',
    source: 'https://github.com/openclaw/openclaw/pull/91403',
  },
  {
    id: 'data-not-json',
    defect: 'The data of a frame is not JSON.',
    breaks: [
      'clients that parse all data, such as the OpenAI libraries: throw',
      'others: the frame is lost',
    ],
    whatWeDo: 'Nothing. The frame passes as it came.',
    source: 'https://github.com/EricLBuehler/mistral.rs/issues/1874',
  },
  {
    id: 'empty-data',
    defect: 'An event has empty data.',
    breaks: ['Vercel AI SDK (OpenCode): "JSON parsing failed", the reply fails'],
    source: 'https://github.com/caozhiyuan/copilot-api/pull/88',
  },
  {
    id: 'no-frames',
    defect: 'The text is not in frames: it lacks the "data:" that event streams need.',
    breaks: ['every client that reads event streams: the text is lost'],
    whatWeDo: 'Nothing. The server must write each piece as "data: …" and an empty line.',
    source: 'https://github.com/avishek0769/DocChat/issues/52',
  },
  {
    id: 'too-long',
    defect: 'A frame is too long to be read.',
    breaks: ['clients with limits of their own'],
    whatWeDo: 'The frame passes as it came, unread.',
    source: 'https://github.com/huggingface/text-generation-inference/issues/2136',
  },
  {
    id: 'plain-text',
    defect: 'The body is plain text: neither an event stream nor JSON.',
    breaks: ['every client that expects a chat completion: an error or an empty reply'],
    whatWeDo: 'As a reply, markers are removed from it.',
    source: 'https://github.com/avishek0769/DocChat/pull/203',
  },
  {
    id: 'unknown-format',
    defect: 'The format is none that Stream Fixer knows.',
    breaks: ['clients of other formats: an empty reply'],
    source: 'https://github.com/farion1231/cc-switch/issues/2620',
  },
  {
    id: 'goes-on',
    defect: 'The reply goes on after its finish reason.',
    breaks: [
      'agents that act on the finish reason: calls run with incomplete arguments, the rest is lost',
    ],
    source: 'https://github.com/1jehuang/jcode/issues/1326',
  },
  {
    id: 'finish-twice',
    defect: 'The reply has two different finish reasons.',
    breaks: ['agents that take the last one: the tool calls before it are dropped'],
    source: 'https://github.com/RayBytes/ChatMock/pull/114',
  },
  {
    id: 'repeated-text',
    defect: 'The whole text is sent again at the end.',
    breaks: ['every client that joins the pieces: the reply is shown twice'],
    source: 'https://github.com/infiniflow/ragflow/issues/15286',
  },
  {
    id: 'pieces-twice',
    defect: 'Each piece is sent twice.',
    breaks: ['every client that joins the pieces: each word is shown twice'],
    source: 'https://github.com/maximhq/bifrost/issues/6427',
  },
  {
    id: 'reasoning-repeated',
    defect: 'The reply begins with the whole reasoning, word for word.',
    breaks: ['every client that shows the reasoning: the same text twice'],
    whatWeDo: 'Nothing. Check the reasoning parser of the server.',
    source: 'https://github.com/InternLM/lmdeploy/issues/4754',
  },
  {
    id: 'rotating-ids',
    defect: 'The "item_id" of one text changes from event to event.',
    breaks: [
      'Vercel AI SDK (OpenCode): "text part … not found", the reply is lost',
      'clients that join text by "item_id": many texts in place of one',
    ],
    source: 'https://github.com/BerriAI/litellm/issues/30071',
  },
  {
    id: 'text-after-done',
    defect: 'Text follows the event that ended it.',
    breaks: ['Codex and others that keep the text of the end: the rest is lost'],
    source: 'https://github.com/diegosouzapw/OmniRoute/issues/13693',
  },
  {
    id: 'deltas-differ',
    defect: 'The pieces of a text do not add up to the text that is sent at its end.',
    breaks: ['clients that show the pieces: other text than those that keep the end'],
    source: 'https://github.com/diegosouzapw/OmniRoute/issues/10223',
  },
  {
    id: 'delta-object',
    defect: 'A delta is an object, not a text.',
    breaks: ['clients that join texts: "[object Object]", an error, or an empty reply'],
    source: 'https://github.com/tombii/better-ccflare/pull/233',
  },
  {
    id: 'only-at-end',
    defect: 'The text comes only in the event that ends it: no delta has it.',
    breaks: ['clients that show the deltas: an empty reply'],
    source: 'https://github.com/Soju06/codex-lb/pull/504',
  },
  {
    id: 'arguments-at-end',
    defect: 'The arguments of a call come only in the event that ends them: no delta has them.',
    breaks: [
      'clients that join the deltas, such as older versions of OpenCode and sub2api: the tool runs without its arguments',
    ],
    source: 'https://github.com/anomalyco/opencode/pull/44862',
  },
  {
    id: 'input-at-start',
    defect: 'The whole input of a tool is in the event that begins its block: no delta has it.',
    breaks: [
      'clients that join the deltas, such as OpenClaw and older versions of gajae-code: the tool runs with "{}"',
    ],
    source: 'https://github.com/AntSeed/antseed/pull/15',
  },
  {
    id: 'number-gap',
    defect: 'The numbers of the blocks or parts have a gap.',
    breaks: [
      'Anthropic libraries: "list index out of range", or text in the wrong block',
      'Claude Code: "Content block not found"',
      'stream helpers of the OpenAI libraries, for the parts of Responses: "list index out of range"',
    ],
    source: 'https://github.com/jundot/omlx/issues/1353',
  },
  {
    id: 'delta-misfit',
    defect: 'A delta does not fit the type of its block.',
    breaks: [
      'Anthropic libraries: the delta is lost',
      'Claude Code: "Content block is not a text block", or another such error',
    ],
    source: 'https://github.com/Oaklight/llm-rosetta/issues/246',
  },
  {
    id: 'reply-in-reply',
    defect: 'A reply begins while another one is still open.',
    breaks: [
      'Vercel AI SDK: both become one reply, which Anthropic refuses in the next request',
      'Claude Code: the blocks are mixed up, or an error',
    ],
    source: 'https://github.com/vercel/ai/issues/18331',
  },
  {
    id: 'out-of-order',
    defect: 'An event belongs to something that was never begun.',
    breaks: [
      'clients that follow the events, such as the Vercel AI SDK and AG-UI: an error, or the event is lost',
    ],
    source: 'https://github.com/agentscope-ai/agentscope-java/issues/3071',
  },
  {
    id: 'never-closed',
    defect: 'The reply ends, but something in it never does.',
    breaks: [
      'AG-UI, CopilotKit: throw',
      'clients that act on the end of a part: the text or the call is lost',
    ],
    whatWeDo: 'Nothing. What never came cannot be added.',
    source: 'https://github.com/contextablemark/clawg-ui/pull/7',
  },
  {
    id: 'content-parts',
    defect: 'The content of the answer is a list of parts, not a text.',
    breaks: [
      'Vercel AI SDK (OpenAI-compatible providers): a validation error',
      'clients that show the content as it is: "[object Object]"',
    ],
    allowed: "Mistral's documentation of its thinking models",
    source: 'https://github.com/symfony/ai/issues/2422',
  },
  {
    id: 'arguments-object',
    defect: 'The arguments of a call are an object, where the schema says a text.',
    breaks: [
      'clients that parse the text, as in the guide of OpenAI: "[object Object]" is no JSON',
    ],
    source: 'https://github.com/continuedev/continue/issues/13225',
  },
  {
    id: 'events-unnamed',
    defect: 'The events of Messages have no names, such as "event: message_start".',
    breaks: [
      'Anthropic libraries: they take no event without a name, "request ended without sending any chunks"',
    ],
    source: 'https://github.com/earendil-works/pi/issues/1983',
  },
  {
    id: 'field-missing',
    defect: 'An event lacks a field that clients need.',
    breaks: [
      'clients that check what they read, such as the Vercel AI SDK: a validation error',
      'others: throw',
    ],
    source: 'https://github.com/sipeed/picoclaw/pull/2967',
  },
  {
    id: 'field-mistyped',
    defect: 'A field has another type than the schema says.',
    breaks: [
      'big-AGI, for "id" and "model": the reply ends with an error',
      'Vercel AI SDK, for most fields: a validation error, the reply is lost',
      'stream helpers of the OpenAI library, for the index of a choice and in events: throw',
      'all clients, for "choices", "delta" and the arguments of a call: the reply or the call is lost',
      'Open WebUI 0.9.2, for "timings" that is null: an empty reply is saved',
      'livekit agents and others with strict counts, for a count of tokens that is null: the reply fails',
    ],
    source: 'https://github.com/theopenco/llmgateway/issues/2861',
  },
  {
    id: 'choice-index',
    defect: 'Each chunk counts the index of the only choice on.',
    breaks: [
      'stream helper of the OpenAI library: throws',
      'clients that collect by index: many choices with one piece each, of which the first is shown',
    ],
    source: 'https://github.com/microsoft/Foundry-Local/issues/144',
  },
  {
    id: 'reply-id-changes',
    defect: 'Each chunk has an id of its own, where all chunks of a reply have one.',
    breaks: ['openai-go: its accumulator refuses every chunk but the first, the reply is lost'],
    source: 'https://github.com/microsoft/Foundry-Local/issues/221',
  },
  {
    id: 'error-empty',
    defect: 'A chunk has an "error" that is none.',
    breaks: ['Vercel AI SDK: takes every chunk with that member for an error, the reply is lost'],
    source: 'https://github.com/vercel/ai/pull/1835',
  },
  {
    id: 'message-for-delta',
    defect: 'The reply comes in a "message", as if it were not streamed, not in a "delta".',
    breaks: ['all clients that read streams: the reply is lost, or they throw'],
    source: 'https://github.com/perplexityai/api-discussion/issues/209',
  },
  {
    id: 'before-first',
    defect: 'A message that is no chunk comes before the first chunk.',
    breaks: [
      'OpenAI libraries, Vercel AI SDK, big-AGI: throw, the reply is lost',
      'Hollama, BetterChatGPT: the reply is lost',
    ],
    whatWeDo:
      'Nothing: it is not known yet that chunks will come. Behind a chunk, such messages are removed.',
    source: 'https://github.com/janhq/jan/issues/8280',
  },
  {
    id: 'finish-unknown',
    defect: "The finish reason is none of OpenAI's.",
    breaks: [
      'agents that know only "stop", such as older versions of WeKnora: they ask the model again and again',
      'clients with a fixed list of reasons: the chunk is refused',
    ],
    source: 'https://github.com/Tencent/WeKnora/pull/1868',
  },
  {
    id: 'unread-frames',
    defect: 'Something in this stream is not understood.',
    breaks: ['clients that do not know it either: it is lost, or they throw'],
    whatWeDo: 'Nothing. It passes as it came, so this diagnosis may be incomplete.',
    source: 'https://github.com/anomalyco/opencode/issues/28833',
  },
  {
    id: 'no-role',
    defect: 'No delta of the reply has a role.',
    breaks: ['stream helper of the OpenAI library: "missing role for choice 0"'],
    whatWeDo: 'Nothing. A role is added only where the server is llama.cpp.',
    allowed: "OpenAI's schema",
    source: 'https://github.com/ggml-org/llama.cpp/pull/12379',
  },
  {
    id: 'call-without-type',
    defect: 'A tool call has no type.',
    breaks: ['stream helper of the OpenAI library: throws'],
    allowed: "OpenAI's schema",
    source: 'https://github.com/vercel/ai/issues/18440',
  },
  {
    id: 'call-index-gap',
    defect: 'The first tool call does not have index 0.',
    breaks: ['clients that count the calls themselves: the call is lost, or they throw'],
    source: 'https://github.com/BerriAI/litellm/issues/11407',
  },
  {
    id: 'part-missing',
    defect: 'A text comes without the event that begins its part, "response.content_part.added".',
    breaks: [
      'stream helpers of the OpenAI libraries: "missing content at index 0", "list index out of range"',
    ],
    source: 'https://github.com/NousResearch/hermes-agent/issues/119758',
  },
  {
    id: 'copy-differs',
    defect: 'The last event repeats the reply, but not as it was streamed.',
    breaks: [
      'clients that keep the last event, as the final response of the OpenAI libraries does: other words or calls than those that were shown',
    ],
    source: 'https://github.com/router-for-me/CLIProxyAPI/issues/2626',
  },
  {
    id: 'usage-missing',
    defect: 'The last event has no "usage".',
    breaks: ['Vercel AI SDK (provider for Responses): the event is refused, and the reply fails'],
    allowed: "OpenAI's schema",
    source: 'https://github.com/vercel/ai/issues/20102',
  },
  {
    id: 'chunk-without-choices',
    defect: 'A chunk has no choices, as some servers send the usage.',
    breaks: [
      'OpenAI library read without a guard, Vercel AI SDK, big-AGI, BetterChatGPT, Hollama: throw',
    ],
    source: 'https://github.com/RooCodeInc/Roo-Code/issues/9105',
  },
  {
    id: 'empty-choices',
    defect: 'A chunk has an empty list of choices, as is usual for the usage.',
    breaks: ['Hollama: throws', 'big-AGI, where it is the first chunk: throws'],
    allowed: "OpenAI's schema",
    source: 'https://github.com/openai/openai-agents-js/issues/93',
  },
  {
    id: 'broken-letters',
    defect:
      'Letters are broken ("\ufffd"): something cut or decoded the text in the middle of a character.',
    breaks: ['every client: the character is lost'],
    whatWeDo: 'Nothing. What was lost before it came here cannot be restored.',
    source: 'https://github.com/Luce-Org/lucebox/pull/641',
  },
  {
    id: 'nul-character',
    defect: 'The text contains the character NUL (U+0000).',
    breaks: ['Open WebUI and others with PostgreSQL: the database refuses the chat'],
    whatWeDo: 'Nothing. The text passes as it came.',
    source: 'https://github.com/open-webui/open-webui/issues/15616',
  },
  {
    id: 'python-text',
    defect: 'The text is a list of parts as Python prints it, not the text of these parts.',
    breaks: ['every client: brackets and field names are shown'],
    whatWeDo: 'Nothing. The server must join the texts of the parts.',
    source: 'https://github.com/mishrasanjeev/agentic-org/issues/438',
  },
  {
    id: 'template-tokens',
    defect: 'The text contains control tokens of the model, such as "<|im_end|>".',
    breaks: ['every client: they are shown'],
    whatWeDo: 'Nothing. The template or the stop tokens of the server are wrong.',
    source: 'https://github.com/johnbean393/Sidekick/issues/75',
  },
  {
    id: 'line-ends',
    defect: 'Lines end with a carriage return and a line feed.',
    breaks: ['BetterChatGPT, code that splits at "\\n\\n": the reply is lost'],
    allowed: 'the standard of server-sent events',
    source: 'https://github.com/hey-api/hey-api/issues/3054',
  },
  {
    id: 'comment-first',
    defect: 'An event begins with a comment.',
    breaks: ['@google/genai (pi): the whole event is lost, with the tool call in it'],
    allowed: 'the standard of server-sent events',
    source: 'https://github.com/earendil-works/pi/issues/9633',
  },
  {
    id: 'data-in-lines',
    defect: 'The data of one event stands in several lines.',
    breaks: ['readers that parse each line, such as older versions of term-llm: the event is lost'],
    allowed: 'the standard of server-sent events',
    source: 'https://github.com/SamSaffron/term-llm/pull/456',
  },
  {
    id: 'line-separator',
    defect: 'A line of data contains a character at which some readers end it, such as U+2028.',
    breaks: [
      'readers in Python that cut with "splitlines", such as "iter_lines" of httpx and older versions of codex-lb: the frame is lost',
    ],
    allowed: 'the standard of server-sent events',
    source: 'https://github.com/Soju06/codex-lb/issues/1010',
  },
  {
    id: 'other-lines',
    defect: 'Chunks have lines besides their data, such as "event" or "id".',
    breaks: ['BetterChatGPT: the reply is lost'],
    allowed: 'the standard of server-sent events',
    source:
      'https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation',
  },
  {
    id: 'no-space',
    defect: 'There is no space behind "data:".',
    breaks: ['BetterChatGPT: the reply is lost'],
    allowed: 'the standard of server-sent events',
    source: 'https://github.com/openai/openai-python/issues/498',
  },
];

/**
 * Faults of the server, the model or the recording that no repair can fix. Ordered by what matters
 * most to the reader of a diagnosis; all of them are listed before the defects that Stream Fixer
 * repairs.
 */
export const FAULTS: readonly Defect[] = TABLE.map((fault) => ({
  whatWeDo: 'Nothing. It passes as it came.',
  ...fault,
}));
