import { DEFECTS } from '../../doctor/defects.ts';
import { toFinding } from '../../doctor/diagnose.ts';
import { NO_RESPONSE, type Diagnosis, type Finding } from '../../doctor/diagnosis.ts';
import { FAULTS } from '../../doctor/faults.ts';
import { TELLING_TOOLS } from '../../doctor/telling-tools.ts';
import { findWrittenCall } from '../../normalizer/text/written-calls.ts';
import { arrayOf, stringOf } from '../../normalizer/dialects/fields.ts';
import { isObject, parseJson } from '../../normalizer/json/json-edit.ts';
import { MARKERS } from '../../normalizer/reply/frame-trace.ts';
import { cleanTexts, type AssistantText } from '../../normalizer/requests/assistant-texts.ts';
import { OF_A_MODEL } from '../../normalizer/requests/asking.ts';
import { REQUEST_SHAPES } from '../../normalizer/requests/request-shapes.ts';
import { chatTexts } from '../../normalizer/requests/stored-chat.ts';
import { toolsIn } from './recordings.ts';

type Fields = Record<string, unknown>;

/**
 * Diagnoses what a model gets to read, a request body or stored chats: what it learns from them,
 * and what servers refuse.
 * @param text a JSON document
 */
export function diagnoseDocument(text: string): Diagnosis {
  const json = parseJson(text);
  const documents = (Array.isArray(json) ? (json as readonly unknown[]) : [json]).filter(isObject);
  const isRequest = documents.some(
    ({ chat, history, model }) => !chat && !history && model !== undefined,
  );
  const histories = documents.map((one) => (isRequest ? requestTexts(one) : chatTexts(one, [])));
  const cleaned = histories.map((texts, i) =>
    cleanTexts(
      texts.filter(({ copy }) => !copy),
      '',
      { expectsMarkers: () => documents[i]?.model === 'hermes-agent' },
    ),
  );
  const markers = cleaned.reduce((sum, one) => sum + one.markers, 0);
  const replies = new Set(
    cleaned.flatMap(({ edits }, i) => edits.map(({ path }) => `${i} ${messageOf(path)}`)),
  ).size;
  const tools = [...toolsIn(text), ...TELLING_TOOLS];
  const calls = histories
    .flat()
    .flatMap(({ copy, text }) =>
      copy ? [] : (findWrittenCall(withoutRunTools(text), tools, { isSuspected: true }) ?? []),
    );
  const open = documents.flatMap(unanswered);
  const found: Finding[] = [];
  function find(id: string, words: string, excerpt: string): void {
    const defect = [...FAULTS, ...DEFECTS].find((one) => one.id === id);
    const sighting = { count: 1, first: 0, text: excerpt, words };
    if (defect)
      found.push(
        toFinding(id === MARKERS ? { ...defect, whatWeDo } : defect, 'never', sighting, 0),
      );
  }

  const whatWeDo = 'Clean it with "npx stream-fixer clean".';
  if (markers > 0)
    find(MARKERS, `${plural(markers, 'marker')} in ${plural(replies, 'reply', 'replies')}.`, '');
  if (calls[0])
    find(
      'call-as-text',
      `${plural(calls.length, 'reply', 'replies')} of the history: a tool call is written as text, and the model will write more of them.`,
      calls[0].text,
    );
  if (open[0] !== undefined)
    find('call-unanswered', `The tool call "${open[0]}" of the history has no result.`, '');
  return {
    ...NO_RESPONSE,
    carrier: isRequest ? 'request' : 'chat',
    bytes: new TextEncoder().encode(text).length,
    frames: documents.length,
    markers: { server: 0, imitated: 0, unknown: markers },
    findings: found,
    isUnchanged: markers === 0,
  };
}

function requestTexts(body: Fields): readonly AssistantText[] {
  return (
    REQUEST_SHAPES.map(({ find }) => find(body, OF_A_MODEL)).find((texts) => texts !== null) ?? []
  );
}

/**
 * The blocks in which Open WebUI 0.5.8 to 0.9 keeps the calls of tools; it escapes what is in their
 * attributes.
 */
const TOOL_BLOCK = /(?<=^|\n)<details type="tool_calls"([^>]*)>([^]*?)<\/details>/g;

/**
 * @returns a text of a chat without the blocks of tools that ran or are running: those with a
 * result, in an attribute or behind the summary, and those that are not done. A model that imitates
 * a block has no result to write.
 */
function withoutRunTools(text: string): string {
  return text.replace(TOOL_BLOCK, (block: string, attributes: string, body: string) => {
    const inside = body.replace(/<summary>[^]*?<\/summary>/, '').trim();
    return inside !== '' || /\s(?:results?="|done="false")/.test(attributes) ? '' : block;
  });
}

/** The message that a path leads into. */
function messageOf(path: readonly (string | number)[]): string {
  return path.slice(0, path.lastIndexOf('messages') + 2).join('/');
}

/** @returns the ids of the calls without a result, as OpenAI and Anthropic write both */
function unanswered({ messages }: Fields): string[] {
  const said = arrayOf(messages).filter(isObject);
  const parts = said.flatMap(({ content }) => arrayOf(content)).filter(isObject);
  const answered = new Set([
    ...said.map(({ tool_call_id: id }) => id),
    ...parts.map(({ tool_use_id: id }) => id),
  ]);
  const called = [
    ...said.flatMap(({ tool_calls: calls }) => arrayOf(calls)).filter(isObject),
    ...parts.filter(({ type }) => type === 'tool_use'),
  ].map(({ id }) => stringOf(id));
  return called.filter((id) => id !== '' && !answered.has(id));
}

function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
