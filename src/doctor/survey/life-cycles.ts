import { arrayOf, stringOf } from '../../normalizer/dialects/fields.ts';
import { isObject } from '../../normalizer/json/json-edit.ts';
import type { LifeCycle, LifeEvent, Rule } from './life-cycle.ts';

/**
 * Reads the lines of a table: the names of events as a pattern, and behind " : " what they have.
 */
function linesOf(text: string): (readonly [names: string, members: readonly string[]])[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [names = '', members = ''] = line.split(' : ').map((half) => half.trim());
      return [names.replaceAll('.', '\\.'), members === '' ? [] : members.split(' ')];
    });
}

/** Reads rules, each with its members, if they change anything. */
function table(text: string): LifeCycle['rules'] {
  return linesOf(text).map(([names, members]) => {
    const rule = members.map((member) => {
      const [key = '', value] = member.split('=');
      return [key, key === 'needs' ? value?.split(',') : (value ?? true)];
    });
    return [new RegExp(`^(?:${names})$`), Object.fromEntries(rule) as Rule];
  });
}

/** Reads the types of fields, as `path=type`, behind what the names of their events begin with. */
function types(text: string): LifeCycle['types'] {
  return linesOf(text).map(([names, fields]) => [
    new RegExp(`^(?:${names})(?: |$)`),
    fields.map((field) => {
      const [path = '', type = ''] = field.split('=');
      return { path, type };
    }),
  ]);
}

type Fields = Record<string, unknown>;

/** https://docs.anthropic.com/en/api/messages-streaming */
const messages: LifeCycle = {
  speaks: true,
  tellsCalls: true,
  ids: { block: ['index'] },
  rules: table(String.raw`
    message_start                         : begins opens=message needs=message.content,message.usage
    content_block_start tool_use          : in=message opens=block counts=index type=content_block.type needs=index,content_block.id,content_block.name,content_block.input says calls
    content_block_start text              : in=message opens=block counts=index type=content_block.type needs=index,content_block.text
    content_block_start thinking          : in=message opens=block counts=index type=content_block.type needs=index,content_block.thinking
    content_block_start redacted_thinking : in=message opens=block counts=index type=content_block.type needs=index
    content_block_start \S+               : in=message opens=block counts=index type=content_block.type needs=index says
    content_block_delta text_delta        : in=block fits=text adds=block piece=delta.text needs=index,delta.text
    content_block_delta thinking_delta    : in=block fits=thinking adds=block piece=delta.thinking is=reasoning needs=index,delta.thinking
    content_block_delta input_json_delta  : in=block fits=\w*tool_use adds=block piece=delta.partial_json is=arguments needs=index,delta.partial_json
    content_block_delta signature_delta   : in=block fits=thinking
    content_block_delta citations_delta   : in=block fits=text
    content_block_delta compaction_delta  : in=block fits=compaction
    content_block_stop                    : closes=block needs=index
    message_delta                         : in=message reason=delta.stop_reason needs=delta,usage
    message_stop                          : closes=message ends=whole
    answer                                : begins needs=content,usage reason=stop_reason ends=whole
    answer text                           : adds=text piece=text
    answer thinking                       : adds=text piece=thinking is=reasoning
    answer tool_use                       : says calls
    answer \S+                            : says
  `),
  types: types(String.raw`
    message_start                     : message=object message.id=string message.role=string message.model=string message.content=list message.stop_reason=string message.usage=object message.usage.input_tokens=number
    content_block_(start|delta|stop)  : index=number content_block=object delta=object
    content_block_start               : content_block.id=string content_block.name=string content_block.text=string
    content_block_start tool_use      : content_block.input=object
    content_block_delta               : delta.text=string delta.thinking=string delta.partial_json=string
    message_delta                     : delta=object delta.stop_reason=string delta.stop_sequence=string usage=object usage.output_tokens=number
  `),
  events({ json }) {
    const { type, delta, content_block: block } = json;
    if (type === 'message') return wholeMessage(json);
    if (typeof type !== 'string' || !/^(?:message|content_block)_(?:start|delta|stop)$/.test(type))
      return null;
    const of = type === 'content_block_delta' ? delta : block;
    return [
      { name: isObject(of) && typeof of.type === 'string' ? `${type} ${of.type}` : type, json },
    ];
  },
};

/**
 * An answer that is not streamed: its blocks, and the end.
 * @returns null for another message of that type
 */
function wholeMessage(json: Fields): readonly LifeEvent[] | null {
  if (!('stop_reason' in json || 'content' in json) || json.role !== 'assistant') return null;
  const blocks = arrayOf(json.content).filter(isObject);
  return [
    ...blocks.map((block) => ({ name: `answer ${stringOf(block.type) || 'block'}`, json: block })),
    { name: 'answer', json },
  ];
}

/**
 * https://ai.google.dev/api/generate-content, `streamGenerateContent`: whole answers, each with the
 * next piece.
 */
const gemini: LifeCycle = {
  speaks: true,
  ids: {},
  rules: table(String.raw`
    thought      : adds=text piece=text is=reasoning
    text         : adds=text piece=text
    (functionCall|inlineData|fileData|executableCode|codeExecutionResult) : says
    blocked      : fault=filtered ends=broken
    candidate    : needs=content reason=finishReason ends=whole
    (usage|part)
  `),
  events({ json }) {
    const { candidates, promptFeedback: feedback } = json;
    if (isObject(feedback) && 'blockReason' in feedback) return [{ name: 'blocked', json }];
    if (!Array.isArray(candidates))
      return 'usageMetadata' in json && 'modelVersion' in json ? [] : null;
    if (!candidates.every((one) => isObject(one) && ('content' in one || 'finishReason' in one)))
      return null;
    // Several candidates do not share one life.
    return arrayOf(candidates)
      .filter(isObject)
      .filter(({ index }) => index === undefined || index === 0)
      .flatMap((candidate) => {
        const { content, finishReason } = candidate;
        const parts = arrayOf(isObject(content) ? content.parts : null).filter(isObject);
        return [
          ...parts.map((part): LifeEvent => ({ name: nameOfPart(part), json: part })),
          ...(typeof finishReason === 'string' ? [{ name: 'candidate', json: candidate }] : []),
        ];
      });
  },
};

function nameOfPart(part: Fields): string {
  if (part.thought === true) return 'thought';
  return GEMINI_PARTS.find((key) => key in part) ?? 'part';
}

/** https://ai.google.dev/api/caching#Part */
const GEMINI_PARTS = [
  'text',
  'functionCall',
  'inlineData',
  'fileData',
  'executableCode',
  'codeExecutionResult',
];

/** https://platform.openai.com/docs/api-reference/responses-streaming */
const responses: LifeCycle = {
  speaks: true,
  ids: {
    item: ['output_index', 'item_id', 'item.id'],
    part: ['output_index', 'item_id'],
    text: ['output_index', 'item_id'],
    arguments: ['output_index', 'item_id'],
    reasoning: ['output_index', 'item_id'],
  },
  part: 'content_index',
  label: 'item_id',
  rules: table(String.raw`
    response.output_item.done text                         : adds=text whole=text
    response.completed text                                : fault=only-at-end unless=said says
    response.created                                       : begins needs=response.output
    response.output_item.added function                    : opens=item needs=output_index,item.id,item.call_id,item.name,item.arguments says
    response.output_item.added call                        : opens=item needs=output_index says
    response.output_item.added                             : opens=item needs=output_index,item.type,item.id
    response.output_item.done function                     : closes=item needs=output_index,item.id,item.call_id,item.name,item.arguments says
    response.output_item.done( call)?                      : closes=item needs=output_index,item.id,item.type says
    response.content_part.added                            : in=item opens=part counts=content_index countsIn=item needs=output_index,item_id,content_index,part.type
    response.content_part.done                             : in=item closes=part needs=output_index,item_id,part
    response.reasoning_summary_part.(added|done)           : in=item needs=output_index
    response.(output_text|refusal).delta                   : in=item inPart=part adds=text piece=delta needs=delta,output_index,content_index,item_id
    response.output_text.done                              : in=item adds=text whole=text needs=output_index,item_id,text
    response.refusal.done                                  : in=item adds=text whole=refusal needs=output_index
    response.(function_call|mcp_call)_arguments.delta      : in=item adds=arguments piece=delta is=arguments needs=output_index,delta,item_id
    response.(function_call|mcp_call)_arguments.done       : in=item adds=arguments whole=arguments is=arguments needs=output_index,item_id,arguments
    response.reasoning\w*.delta                            : in=item adds=reasoning piece=delta is=reasoning
    response.completed                                     : needs=response.output counted=response.usage ends=whole
    response.incomplete                                    : reason=response.incomplete_details.reason ends=broken
    response.failed                                        : ends=broken
    response.(queued|in_progress)                          : needs=response
    response.(reasoning\w*.done|output_text.annotation.added|\w+_call(_\w+)?.\w+|custom_tool_call_input.\w+|mcp_list_tools.\w+|audio.\w+|audio.transcript.\w+)
  `),
  first: 'response.created',
  types: types(String.raw`
    response.(created|in_progress|completed|incomplete|failed) : response=object response.id=string response.model=string response.created_at=number response.output=list response.incomplete_details=object response.usage=object response.usage.input_tokens=number response.usage.output_tokens=number response.usage.total_tokens=number response.usage.input_tokens_details=object response.usage.output_tokens_details=object
    response.output_item.(added|done)          : output_index=number item=object item.id=string item.type=string item.content=list item.status=string item.call_id=string item.name=string
    response.output_item.(added|done) function : item.arguments=string
    response.content_part.(added|done)         : item_id=string output_index=number content_index=number part=object part.type=string
    response.(output_text|refusal|function_call_arguments).(delta|done) : item_id=string output_index=number content_index=number delta=string text=string refusal=string arguments=string logprobs=list
  `),
  events({ json }) {
    const { type, item, response } = json;
    if (typeof type !== 'string') return null;
    const texts = type === 'response.output_item.done' ? textsOf(item) : [];
    const all =
      type === 'response.completed' && isObject(response)
        ? arrayOf(response.output).flatMap(textsOf)
        : [];
    return [
      ...texts.map((text, i) => ({
        name: `${type} text`,
        json: { item_id: idOf(item), ...json, content_index: i, text },
      })),
      ...(all.join('') === '' ? [] : [{ name: `${type} text`, json }]),
      {
        name: /^response\.output_item\.(?:added|done)$/.test(type)
          ? `${type}${kindOf(item)}`
          : type,
        json,
      },
    ];
  },
};

/**
 * @returns a call of a tool of the client, whose result it sends under an id; one of the server's
 * own; '' for others
 */
function kindOf(item: unknown): ' function' | ' call' | '' {
  const type = isObject(item) ? stringOf(item.type) : '';
  if (type === 'function_call') return ' function';
  return type.endsWith('_call') ? ' call' : '';
}

function idOf(item: unknown): unknown {
  return isObject(item) ? item.id : undefined;
}

/** The texts of a message item. */
function textsOf(item: unknown): readonly string[] {
  if (!isObject(item) || item.type !== 'message') return [];
  return arrayOf(item.content).map((part) => (isObject(part) ? stringOf(part.text) : ''));
}

/** https://docs.ollama.com/api */
const ollama: LifeCycle = {
  speaks: true,
  ids: {},
  rules: table(String.raw`
    (call|image|loaded) : says
    thinking        : adds=thinking piece=message.thinking is=reasoning
    message         : adds=text piece=message.content
    response        : adds=text piece=response
    call at the end : fault=call-at-end unless=first says
    done            : reason=done_reason ends=whole
  `),
  events({ json }) {
    const { message, done } = json;
    if (typeof done !== 'boolean') return null;
    const said = isObject(message) ? message : {};
    const names = [
      typeof said.thinking === 'string' && said.thinking !== '' && 'thinking',
      isObject(message) ? 'message' : 'response',
      [said.images, json.images, json.image].some(isFilled) && 'image',
      // A request without a prompt only loads the model, or frees its memory.
      /^(?:un)?load$/.test(stringOf(json.done_reason)) && 'loaded',
      [said.tool_calls, json.tool_calls].some(isFilled) &&
        (done === true ? 'call at the end' : 'call'),
      done === true && 'done',
    ];
    return names.filter((name) => typeof name === 'string').map((name) => ({ name, json }));
  },
};

function isFilled(value: unknown): boolean {
  return (Array.isArray(value) || typeof value === 'string') && value.length > 0;
}

/** https://docs.ag-ui.com/concepts/events; its client verifies the same order. */
const agUi: LifeCycle = {
  ids: { message: ['messageId'], call: ['toolCallId'], step: ['stepName'], thought: ['messageId'] },
  single: 'call',
  rules: table(String.raw`
    RUN_STARTED                                  : begins opens=run
    RUN_FINISHED                                 : closes=run ends=whole
    RUN_ERROR                                    : ends=broken
    STEP_STARTED                                 : in=run opens=step alone=message
    STEP_FINISHED                                : closes=step alone=message
    TEXT_MESSAGE_START                           : in=run opens=message needs=messageId
    TEXT_MESSAGE_CONTENT                         : in=message adds=message piece=delta needs=delta
    TEXT_MESSAGE_END                             : closes=message
    TOOL_CALL_START                              : in=run opens=call alone=message needs=toolCallId,toolCallName
    TOOL_CALL_ARGS                               : in=call adds=call piece=delta is=arguments needs=delta
    TOOL_CALL_END                                : closes=call
    (THINKING|REASONING)(_TEXT)?_MESSAGE_START   : in=run opens=thought
    (THINKING|REASONING)(_TEXT)?_MESSAGE_CONTENT : in=thought adds=thought piece=delta is=reasoning
    (THINKING|REASONING)(_TEXT)?_MESSAGE_END     : closes=thought
    TEXT_MESSAGE_CHUNK                           : restarts=message
    TOOL_CALL_CHUNK                              : restarts=call
    (THINKING|REASONING)_START                   : alone=message
    REASONING_MESSAGE_CHUNK|(TOOL_CALL_RESULT|RAW|CUSTOM)
    (STATE|MESSAGES|ACTIVITY|THINKING|REASONING|SUBAGENT|META)_\w+
  `),
  events: typed,
};

const hermesRuns: LifeCycle = {
  ids: { tool: ['tool'] },
  rules: table(String.raw`
    message.delta                                       : adds=text piece=delta needs=delta
    tool.started                                        : opens=tool needs=tool
    tool.completed                                      : closes=tool
    approval.request                                    : opens=approval
    approval.responded                                  : closes=approval
    run.completed text                                  : fault=only-at-end unless=said says
    run.completed                                       : ends=whole
    run.(failed|cancelled|interrupted)                  : ends=broken
    (run|subagent|message|reasoning|tool|hermes).[\w.]+
  `),
  events: ({ json }) =>
    typeof json.event === 'string'
      ? withText(json.event, json, /^run\.completed$/, json.output)
      : null,
};

const hermesSession: LifeCycle = {
  ids: { message: ['message.id', 'message_id'], tool: ['tool_call_id', 'tool_name'] },
  rules: table(String.raw`
    run.started                                         : begins opens=run
    message.started                                     : in=run opens=message
    assistant.delta                                     : in=message adds=message piece=delta needs=delta
    tool.started                                        : in=run opens=tool
    tool.(completed|failed)                             : closes=tool
    assistant.completed text                            : fault=only-at-end unless=said says
    assistant.completed                                 : closes=message
    run.completed                                       : closes=run
    approval.request                                    : opens=approval
    approval.responded                                  : closes=approval
    done                                                : ends=whole
    error                                               : ends=broken
    (run|assistant|message|tool|subagent|hermes).[\w.]+
  `),
  events: ({ event, json }) =>
    event === null ? null : withText(event, json, /^assistant\.completed$/, json.content),
};

/** @returns the event, and before it one more if it ends something with the whole text */
function withText(name: string, json: Fields, ending: RegExp, text: unknown): readonly LifeEvent[] {
  return [
    ...(ending.test(name) && stringOf(text) !== '' ? [{ name: `${name} text`, json }] : []),
    { name, json },
  ];
}

/**
 * https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol; `processUIMessageStream` of ai 7.0.173 throws
 * "No tool invocation found for tool call ID" for an output without its call. It looks for the call
 * in the whole message, and `streamText` writes the outputs of calls that a person approved in
 * between before the first step of the stream that goes on with their message.
 */
const aiSdkMessages: LifeCycle = {
  ids: { text: ['id'], reasoning: ['id'], input: ['toolCallId'] },
  rules: table(String.raw`
    text-start                   : opens=text needs=id
    text-delta                   : in=text adds=text piece=delta needs=id,delta
    text-end                     : closes=text needs=id
    reasoning-start              : opens=reasoning needs=id
    reasoning-delta              : in=reasoning adds=reasoning piece=delta is=reasoning needs=id,delta
    reasoning-end                : closes=reasoning needs=id
    tool-input-start             : opens=input needs=toolCallId,toolName
    tool-input-delta             : in=input adds=input piece=inputTextDelta is=arguments needs=toolCallId,inputTextDelta
    tool-input-(available|error) : settles=input needs=toolCallId,toolName
    tool-(output-\S+|approval-request) : follows=input needs=toolCallId
    tool-approval-response       : needs=approvalId
    tool-\S+                     : needs=toolCallId
    start-step                   : steps
    finish-step                  : shuts=text|reasoning
    finish                       : ends=whole
    abort                        : ends=broken
    error                        : ends=broken
    (start|reset-step|message-metadata|steering-message|custom|(reasoning-)?file|(data|source|custom)-\S+)
  `),
  events: typed,
};

/**
 * https://docs.dify.ai/api-reference/chats/send-chat-message; the events of a workflow may come
 * before its end.
 */
const dify: LifeCycle = {
  ids: { text: ['message_id'] },
  rules: table(String.raw`
    (message|agent_message)        : adds=text piece=answer needs=answer
    (message_end|workflow_finished alone) : ends=whole
    error                          : ends=broken
    (ping|agent_thought|message_(file|replace)|tts_message(_end)?|agent_log|text_chunk|(workflow|node|iteration|loop|parallel_branch)_\w+)
  `),
  events: ({ event, json }) => {
    const name = json.event ?? event;
    const isOurs =
      typeof json.task_id === 'string' || (typeof json.event === 'string' && 'answer' in json);
    if (!isOurs || typeof name !== 'string') return null;
    // In a chat, the end of its message follows.
    const isLast = name === 'workflow_finished' && !('message_id' in json);
    return [{ name: isLast ? `${name} alone` : name, json }];
  },
};

/**
 * https://platform.openai.com/docs/api-reference/completions; what stops them says nothing of a
 * reply: a completion of code mostly ends at its token limit. Several choices do not share one
 * life.
 */
const textCompletions: LifeCycle = {
  ids: {},
  rules: table(String.raw`
    text   : adds=text piece=text
    finish : ends=whole
  `),
  events({ json }) {
    const choices = arrayOf(json.choices).filter(isObject);
    if (!choices.every(({ text }) => typeof text === 'string')) return null;
    if (choices.length === 0) return json.object === 'text_completion' ? [] : null;
    return choices
      .filter(({ index }) => index === undefined || index === 0)
      .flatMap((choice) => [
        ...(choice.text === '' ? [] : [{ name: 'text', json: choice }]),
        ...(stringOf(choice.finish_reason) === '' ? [] : [{ name: 'finish', json: choice }]),
      ]);
  },
};

/** https://github.com/ggml-org/llama.cpp/tree/master/tools/server, `POST /completion`. */
const llamaCompletions: LifeCycle = {
  ids: {},
  rules: table(String.raw`
    text   : adds=text piece=content
    finish : ends=whole
  `),
  events({ json }) {
    const { content, stop } = json;
    if (typeof content !== 'string' || typeof stop !== 'boolean') return null;
    return [
      ...(content === '' ? [] : [{ name: 'text', json }]),
      ...(stop ? [{ name: 'finish', json }] : []),
    ];
  },
};

/** The names of the messages of a chat page, whose order nobody has described. */
function named(
  names: RegExp,
  nameOf: (message: Parameters<LifeCycle['events']>[0]) => unknown,
): LifeCycle {
  return {
    ids: {},
    rules: [[names, {}]],
    events(message) {
      const name = nameOf(message);
      return typeof name === 'string' ? [{ name, json: message.json }] : null;
    },
  };
}

function typed({ json }: { readonly json: Fields }): readonly LifeEvent[] | null {
  return typeof json.type === 'string' ? [{ name: json.type, json }] : null;
}

/**
 * By the id of the dialect; chat completions, which have no events, are watched by chat-watch.ts.
 */
export const LIFE_CYCLES: Readonly<Record<string, LifeCycle>> = {
  'openai-responses': responses,
  'hermes-runs': hermesRuns,
  'hermes-session': hermesSession,
  ollama,
  'ag-ui': agUi,
  'ai-sdk-messages': aiSdkMessages,
  lobehub: named(
    /^(?:data|text|reasoning|reasoning_signature|stop|tool_calls|usage|speed|grounding|base64_image|content_part)$/,
    ({ event }) => event,
  ),
  'anthropic-messages': messages,
  gemini,
  dify,
  'text-completions': textCompletions,
  'llama-completions': llamaCompletions,
};

/** Formats that only the doctor reads. */
export const ONLY_HERE: ReadonlySet<string> = new Set([
  'anthropic-messages',
  'gemini',
  'dify',
  'text-completions',
  'llama-completions',
]);

/** Formats of which `[DONE]` is an end, too. */
export const ENDED_BY_DONE: ReadonlySet<string> = new Set(['text-completions']);
