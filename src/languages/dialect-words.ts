import { DIALECT_NAMES } from '../doctor/dialect-names.ts';
import { message, type MessageKey } from './messages.ts';

/** @param server id reported by a page, which may be anything. @returns null for an unknown one */
export function serverName(server: string): string | null {
  // It speaks several dialects.
  if (server === 'hermes') return 'Hermes';
  const known = Object.hasOwn(DIALECT_NAMES, server) ? DIALECT_NAMES[server] : undefined;
  if (!known) return null;
  // Names that are not those of products are translated.
  return message(`dialects_${server.replaceAll('-', '_')}` as MessageKey) || known.format;
}
