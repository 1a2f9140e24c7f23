import { words } from './messages.ts';

/** Names of stream formats, by the id of the dialect. */
export const dialectWords: Readonly<Record<string, string>> = words({
  'hermes-progress': 'dialects_hermes_progress',
  'openai-chat': 'dialects_openai_chat',
  'openai-responses': 'dialects_openai_responses',
  'hermes-session': 'dialects_hermes_session',
  'hermes-runs': 'dialects_hermes_runs',
  ollama: 'dialects_ollama',
  lobehub: 'dialects_lobehub',
  'libre-chat': 'dialects_libre_chat',
  dify: 'dialects_dify',
  'anything-llm': 'dialects_anything_llm',
  'hf-chat-ui': 'dialects_hf_chat_ui',
  koboldcpp: 'dialects_koboldcpp',
  'ag-ui': 'dialects_ag_ui',
  'ai-sdk-messages': 'dialects_ai_sdk_messages',
  'ai-sdk-data': 'dialects_ai_sdk_data',
  'open-webui': 'dialects_open_webui',
});

/** @param server id reported by a page, which may be anything. @returns null for an unknown one */
export function serverName(server: string): string | null {
  // It speaks several dialects.
  if (server === 'hermes') return 'Hermes';
  return Object.hasOwn(dialectWords, server) ? (dialectWords[server] ?? null) : null;
}
