import { arrayOf } from '../../dialects/fields.ts';
import { isObject } from '../../json/json-edit.ts';

/** OpenAI, KoboldCpp, Anthropic, text-generation-webui; Ollama, Gemini, TGI and the KoboldAI horde wrap them. */
const KEYS = ['stop', 'stop_sequence', 'stop_sequences', 'stopping_strings', 'stopSequences'];
const WRAPPERS = ['options', 'generationConfig', 'parameters', 'params'];

/** Reads the strings at which a request wants its reply to stop. */
export function readStops(json: Record<string, unknown>): readonly string[] {
  return [json, ...WRAPPERS.map((key) => json[key])].flatMap((holder) =>
    isObject(holder)
      ? KEYS.flatMap((key) => [holder[key], ...arrayOf(holder[key])]).filter((stop) => typeof stop === 'string')
      : [],
  );
}
