import { includes, lowerCase } from './natives.ts';

/** Headers that sign the body: it must arrive as it is. Of `authorization` only one kind does. */
const SIGNATURES = ['content-digest', 'digest', 'signature', 'x-amz-content-sha256', 'x-hub-signature-256', 'authorization'];

/** Does this header sign the body? Also when that cannot be told without running code of the page. */
export function isSignature(name: unknown, value: unknown): boolean {
  if (typeof name !== 'string') return true;
  const lower = lowerCase(name);
  for (let i = 0; i < SIGNATURES.length; i++) {
    if (SIGNATURES[i] !== lower) continue;
    return lower !== 'authorization' || typeof value !== 'string' || includes(value, 'AWS4-HMAC');
  }
  return false;
}
