import { isObject } from '../../json/json-edit.ts';
import type { EntryRepair } from './tool-call.ts';
import { entriesIn, functionOf } from '../defect-forms.ts';

/**
 * `"id":""` or `"name":null` on an entry that continues a call (vLLM: vercel/ai#14722; DashScope and GLM:
 * symfony/ai#2220; LM Studio): removed, because clients take it for a new call without a name.
 */
export const toolCallEmptyFields: EntryRepair = {
  id: 'tool-call-empty-fields',
  stage: 'entry',
  stream: 'broken',
  about: {
    name: 'Empty fields in later pieces',
    defect: 'In later pieces of a call, the id, type or name is empty or null.',
    breaks: [
      'older versions of the Vercel AI SDK: "Expected \'function.name\' to be a string"',
      'big-AGI: throws',
      'OpenCode, symfony/ai: a new call without a name',
    ],
    whatWeDo: 'The empty fields are removed.',
    source: 'https://github.com/vercel/ai/issues/14722',
    form(frame) {
      const empty = [...new Set(entriesIn(frame).flatMap(emptyFields))];
      const last = empty.pop();
      if (last === undefined) return null;
      return {
        defect: `A later piece of a call has ${empty.length > 0 ? `${empty.join(', ')} and ` : ''}${last}.`,
      };
    },
  },
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

/** @returns the empty fields of an entry, each in words */
function emptyFields(entry: Record<string, unknown>): string[] {
  const fields = Object.entries({ id: entry.id, type: entry.type, name: functionOf(entry).name });
  return fields.flatMap(([name, value]) =>
    value === '' ? [`an empty ${name}`] : value === null ? [`null as its ${name}`] : [],
  );
}
