import { isObject } from '../../json/json-edit.ts';
import type { EntryRepair } from './tool-call.ts';

/**
 * `"id":""` or `"name":null` on an entry that continues a call (vLLM: vercel/ai#14722; DashScope and GLM:
 * symfony/ai#2220; LM Studio): removed, because clients take it for a new call without a name.
 */
export const toolCallEmptyFields: EntryRepair = {
  id: 'tool-call-empty-fields',
  repair(entry, { name }, isNew) {
    if (isNew) return false;
    // While a call has no name, the AI SDK wants an empty one rather than none.
    const changed = [
      dropEmpty(entry, 'id'),
      dropEmpty(entry, 'type'),
      name !== '' && isObject(entry.function) && dropEmpty(entry.function, 'name'),
    ];
    return changed.includes(true);
  },
};

function dropEmpty(fields: Record<string, unknown>, key: string): boolean {
  const empty = fields[key] === '' || fields[key] === null;
  if (empty) delete fields[key];
  return empty;
}
