import { arrayOf, stringOf } from '../../normalizer/dialects/fields.ts';
import { isObject } from '../../normalizer/json/json-edit.ts';
import type { LifeCycle, LifeEvent, Rule } from './life-cycle.ts';

/**
 * Reads rules, one a line: the names of events as a pattern, and behind " : " the members of their rule, if they change
 * anything.
 */
function table(text: string): LifeCycle['rules'] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [names = '', members = ''] = line.split(' : ').map((half) => half.trim());
      const rule = members.split(' ').map((member) => {
        const [key = '', value] = member.split('=');
        return [key, key === 'needs' ? value?.split(',') : (value ?? true)];
      });
      return [
        new RegExp(`^(?:${names.replaceAll('.', '\\.')})$`),
        (members === '' ? {} : Object.fromEntries(rule)) as Rule,
      ];
    });
}

type Fields = Record<string, unknown>;

/** https://docs.anthropic.com/en/api/messages-streaming */
const messages: LifeCycle = {
  speaks: true,
  caller: 'content_block_start tool_use',
  ids: { block: ['index'] },
  rules: table(String.raw`
    message_start                                              : begins opens=message
    content_block_start tool_use                               : in=message opens=block needs=content_block.input says
    content_block_start (text|thinking|redacted_thinking)      : in=message opens=block
    content_block_start \S+                                    : in=message opens=block says
    content_block_delta text_delta                             : in=block adds=block piece=delta.text
    content_block_delta thinking_delta                         : in=block adds=block piece=delta.thinking is=reasoning
    content_block_delta input_json_delta                       : in=block adds=block piece=delta.partial_json is=arguments
    content_block_delta (signature|citations|compaction)_delta : in=block
    content_block_stop                                         : closes=block
    message_delta                                              : in=message reason=delta.stop_reason
    message_stop                                               : closes=message ends=whole
  `),
  events({ json }) {
    const { type, delta, content_block: block } = json;
    if (typeof type !== 'string' || !/^(?:message|content_block)_(?:start|delta|stop)$/.test(type))
      return null;
    const of = type === 'content_block_delta' ? delta : block;
    return [
      { name: isObject(of) && typeof of.type === 'string' ? `${type} ${of.type}` : type, json },
    ];
  },
};

/** https://ai.google.dev/api/generate-content, `streamGenerateContent`: whole answers, each with the next piece. */
const gemini: LifeCycle = {
  speaks: true,
  ids: {},
  rules: table(String.raw`
    thought      : adds=text piece=text is=reasoning
    text         : adds=text piece=text
    functionCall : says
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
  return 'text' in part ? 'text' : 'functionCall' in part ? 'functionCall' : 'part';
}

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
    response.created                                       : begins
    response.output_item.added                             : opens=item needs=output_index
    response.output_item.done                              : closes=item needs=output_index says
    response.(content|reasoning_summary)_part.(added|done) : in=item needs=output_index
    response.(output_text|refusal).delta                   : in=item adds=text piece=delta needs=delta,output_index
    response.output_text.done                              : in=item adds=text whole=text needs=output_index
    response.refusal.done                                  : in=item adds=text whole=refusal needs=output_index
    response.(function_call|mcp_call)_arguments.delta      : in=item adds=arguments piece=delta is=arguments needs=output_index
    response.(function_call|mcp_call)_arguments.done       : in=item adds=arguments whole=arguments is=arguments needs=output_index
    response.reasoning\w*.delta                            : in=item adds=reasoning piece=delta is=reasoning
    response.completed                                     : needs=response.output ends=whole
    response.incomplete                                    : reason=response.incomplete_details.reason ends=broken
    response.failed                                        : ends=broken
    response.(queued|in_progress|reasoning\w*.done|output_text.annotation.added|\w+_call(_\w+)?.\w+|custom_tool_call_input.\w+|mcp_list_tools.\w+|audio.\w+|audio.transcript.\w+)
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
      { name: type, json },
    ];
  },
};

function idOf(item: unknown): unknown {
  return isObject(item) ? item.id : undefined;
}

/** The texts of a message item. */
function textsOf(item: unknown): readonly string[] {
  if (!isObject(item) || item.type !== 'message') return [];
  return arrayOf(item.content).map((part) => (isObject(part) ? stringOf(part.text) : ''));
}

const ollama: LifeCycle = {
  speaks: true,
  ids: {},
  rules: table(String.raw`
    call            : says
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
      arrayOf(said.tool_calls).length > 0 && (done === true ? 'call at the end' : 'call'),
      done === true && 'done',
    ];
    return names.filter((name) => typeof name === 'string').map((name) => ({ name, json }));
  },
};

/** https://docs.ag-ui.com/concepts/events; its client verifies the same order. */
const agUi: LifeCycle = {
  ids: { message: ['messageId'], call: ['toolCallId'], step: ['stepName'], thought: ['messageId'] },
  single: 'call',
  rules: table(String.raw`
    RUN_STARTED                                  : begins opens=run
    RUN_FINISHED                                 : closes=run ends=whole
    RUN_ERROR                                    : ends=broken
    STEP_STARTED                                 : in=run opens=step
    STEP_FINISHED                                : closes=step
    TEXT_MESSAGE_START                           : in=run opens=message needs=messageId
    TEXT_MESSAGE_CONTENT                         : in=message adds=message piece=delta needs=delta
    TEXT_MESSAGE_END                             : closes=message
    TOOL_CALL_START                              : in=run opens=call needs=toolCallId,toolCallName
    TOOL_CALL_ARGS                               : in=call adds=call piece=delta is=arguments needs=delta
    TOOL_CALL_END                                : closes=call
    (THINKING|REASONING)(_TEXT)?_MESSAGE_START   : in=run opens=thought
    (THINKING|REASONING)(_TEXT)?_MESSAGE_CONTENT : in=thought adds=thought piece=delta is=reasoning
    (THINKING|REASONING)(_TEXT)?_MESSAGE_END     : closes=thought
    (TEXT_MESSAGE|TOOL_CALL|REASONING_MESSAGE)_CHUNK|(TOOL_CALL_RESULT|RAW|CUSTOM)
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

/** https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol */
const aiSdkMessages: LifeCycle = {
  ids: { text: ['id'], reasoning: ['id'] },
  rules: table(String.raw`
    text-start      : opens=text
    text-delta      : in=text adds=text piece=delta
    text-end        : closes=text
    reasoning-start : opens=reasoning
    reasoning-delta : in=reasoning adds=reasoning piece=delta is=reasoning
    reasoning-end   : closes=reasoning
    finish          : ends=whole
    abort           : ends=broken
    (start|start-step|finish-step|message-metadata|file|(tool|data|source|custom)-\S+)
  `),
  events: typed,
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

/** By the id of the dialect; chat completions, which have no events, are watched by chat-watch.ts. */
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
};

/** Formats that only the doctor reads. */
export const ONLY_HERE: ReadonlySet<string> = new Set(['anthropic-messages', 'gemini']);
