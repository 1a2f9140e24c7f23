import { dialectsWords as formats } from '../languages/en/dialects.ts';

/** A dialect in words. */
export interface DialectName {
  readonly format: string;
  /** Who alone sends it; null where several do. */
  readonly server: string | null;
}

/** By the id of the dialect; the events of a socket have one of their own. */
export const DIALECT_NAMES: Readonly<Record<string, DialectName>> = {
  'hermes-progress': { format: formats['hermes-progress'], server: null },
  'openai-chat': { format: formats['openai-chat'], server: null },
  'openai-responses': { format: formats['openai-responses'], server: null },
  'hermes-session': { format: formats['hermes-session'], server: null },
  'hermes-runs': { format: formats['hermes-runs'], server: null },
  ollama: { format: formats.ollama, server: 'Ollama' },
  lobehub: { format: formats.lobehub, server: 'LobeHub' },
  'libre-chat': { format: formats['libre-chat'], server: 'LibreChat' },
  dify: { format: formats.dify, server: 'Dify' },
  'anything-llm': { format: formats['anything-llm'], server: 'AnythingLLM' },
  'hf-chat-ui': { format: formats['hf-chat-ui'], server: 'Hugging Face chat-ui' },
  koboldcpp: { format: formats.koboldcpp, server: 'KoboldCpp' },
  'ag-ui': { format: formats['ag-ui'], server: 'an AG-UI agent, such as those of CopilotKit' },
  'ai-sdk-messages': { format: formats['ai-sdk-messages'], server: 'an app of the AI SDK' },
  'ai-sdk-data': { format: formats['ai-sdk-data'], server: 'an app of the AI SDK before version 5' },
  'open-webui': { format: formats['open-webui'], server: 'Open WebUI' },
};
