/** What the model asked of a tool: which one, and in short what. */
import { arrayOf, stringOf } from '../dialects/fields.ts';
import { isObject, parseJson } from '../json/json-edit.ts';
import TABLE from '../tables/outcomes.json' with { type: 'json' };

/** A tool and its arguments, usually JSON. */
export interface CallInput {
  readonly tool: string;
  readonly input: string;
}

/** A key of Hermes' translations in place of its text, as the published 0.22.2 sends it. */
const TEXT_KEY = new RegExp(`^${TABLE.text_key}$`);
/** Names of tools that run commands, of Hermes and of other agents. */
export const COMMANDS = new RegExp(`^${TABLE.commands}$`);
const NAMED_TOOL = /^[A-Za-z][\w -]{0,99}$/;

/**
 * Returns the call that the model means. Tools of which Hermes tells the model only on demand are
 * called through `tool_call`, since 0.22 with `{"calls": [{"name", "arguments"}]}`, before with
 * `{"name", "arguments"}` (tools/tool_search.py). Several calls in one remain what they are.
 */
export function innerCall({ tool, input }: CallInput): CallInput {
  if (!isDeferred(tool)) return { tool, input };
  const json = parseJson(input);
  const calls = isObject(json) ? (json.calls === undefined ? [json] : arrayOf(json.calls)) : [];
  const [call] = calls;
  const name = isObject(call) ? stringOf(call.name) : '';
  if (!isObject(call) || name === '' || calls.length > 1) return { tool, input };
  const { arguments: asked } = call;
  return { tool: name, input: isObject(asked) ? JSON.stringify(asked) : stringOf(asked) };
}

/** Returns whether a tool is only the way to another one. */
export function isDeferred(tool: string | null): boolean {
  return tool !== null && TABLE.deferred.includes(tool);
}

/**
 * Returns the tool that an event is about. That of a deferred one is known only by its label, which
 * is the name with blanks and a capital: "Cronjob", "Process manage".
 */
export function toolOf(tool: string | null, label: string | null): string | null {
  if (!isDeferred(tool) || label === null || !NAMED_TOOL.test(label)) return tool;
  return label.toLowerCase().replaceAll(' ', '_');
}

/** @returns null for a label that is no text, but the key of one */
export function readLabel(label: string | null): string | null {
  return label !== null && TEXT_KEY.test(label) ? null : label;
}

/** Returns the first line of what was asked; '' if that is nothing. */
export function firstLine(input: string): string {
  const json = parseJson(input);
  // The argument that says most about a call.
  const telling = isObject(json)
    ? TABLE.telling.map((key) => stringOf(json[key])).find(Boolean)
    : null;
  const [line = ''] = (telling ?? (isObject(json) ? '' : input)).trim().split('\n');
  return line;
}
