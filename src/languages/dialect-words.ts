import { DIALECT_NAMES } from '../doctor/dialect-names.ts';
import { words } from './messages.ts';

/** Names that are not those of products: they are translated. */
const translated: Readonly<Record<string, string>> = words('dialects', {
  'hermes-progress': 'dialects_hermes_progress',
  'openai-chat': 'dialects_openai_chat',
  'openai-responses': 'dialects_openai_responses',
  'hermes-session': 'dialects_hermes_session',
  'hermes-runs': 'dialects_hermes_runs',
  'ai-sdk-messages': 'dialects_ai_sdk_messages',
  'ai-sdk-data': 'dialects_ai_sdk_data',
  'open-webui': 'dialects_open_webui',
});

/** @param server id reported by a page, which may be anything. @returns null for an unknown one */
export function serverName(server: string): string | null {
  // It speaks several dialects.
  if (server === 'hermes') return 'Hermes';
  if (Object.hasOwn(translated, server)) return translated[server] ?? null;
  return Object.hasOwn(DIALECT_NAMES, server) ? (DIALECT_NAMES[server]?.format ?? null) : null;
}
