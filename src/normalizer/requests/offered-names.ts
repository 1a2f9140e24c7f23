import { arrayOf, stringOf } from '../dialects/fields.ts';
import { isObject } from '../json/json-edit.ts';

/** Most tools of a request, and UTF-16 units of a name (OpenAI and Anthropic allow 64 and 128). */
const MAX_TOOLS = 256;
const MAX_NAME = 128;

/**
 * Returns the names of the tools that a request offers to its model, in the forms of OpenAI (chat
 * and Responses), of Anthropic, Ollama and Gemini.
 * @param request of unknown content
 */
export function offeredNames(request: Record<string, unknown>): string[] {
  return arrayOf(request.tools)
    .slice(0, MAX_TOOLS)
    .filter(isObject)
    .flatMap((tool) => [tool, tool.function, ...arrayOf(tool.functionDeclarations)])
    .map((tool) => (isObject(tool) ? stringOf(tool.name) : ''))
    .filter((name) => name !== '' && name.length <= MAX_NAME);
}
