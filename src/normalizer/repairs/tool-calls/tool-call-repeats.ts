import { stringOf } from '../../dialects/fields.ts';
import { isObject } from '../../json/json-edit.ts';
import type { EntryRepair } from './tool-call.ts';
import { entriesIn, functionOf } from '../defect-forms.ts';

/**
 * Id and name are repeated with every fragment (llama.cpp before PR #13800: ggml-org/llama.cpp#13774, "getget_weather";
 * continuedev/continue#5849), or there is a new id with each (BerriAI/litellm#40040): removed. A name that differs
 * stays.
 */
export const toolCallRepeats: EntryRepair = {
  id: 'tool-call-repeats',
  stage: 'entry',
  stream: 'broken',
  about: {
    name: 'ID or name sent again',
    defect: 'Later pieces of a call repeat its id or its name.',
    breaks: [
      'clients that join names: "get_weatherget_weather"',
      'NextChat: a new call for every id',
      'big-AGI: "unexpected tool_call name change"',
      'LangChain, LobeHub, KoboldAI Lite, where every piece has another id: calls are lost',
    ],
    whatWeDo: 'What was sent before is removed.',
    source: 'https://github.com/ggml-org/llama.cpp/issues/13774',
    form(frame) {
      const entries = entriesIn(frame);
      const name = entries.some((entry) => functionOf(entry).name != null);
      const id = entries.some((entry) => entry.id != null);
      if (id && name) return { defect: 'Later pieces of a call repeat its id and its name.' };
      if (name)
        return {
          defect: 'Later pieces of a call repeat its name.',
          breaks: [
            'clients that join names: "get_weatherget_weather"',
            'big-AGI: "unexpected tool_call name change"',
          ],
        };
      return id
        ? {
            defect: 'Later pieces of a call have an id again.',
            breaks: [
              'NextChat: a new call for every id',
              'LangChain, LobeHub, KoboldAI Lite, if each id is a new one: calls are lost',
            ],
          }
        : null;
    },
  },
  repair(entry, call, isNew) {
    // A name in pieces may be repeated as a whole, and for some clients the last one counts.
    if (isNew || call.inPieces) return false;
    const said = isObject(entry.function) ? entry.function : {};
    const name = stringOf(said.name);
    const id = stringOf(entry.id);
    // The name stays if the call's first id comes with it: for KoboldAI Lite the call begins there.
    const sameName = name !== '' && name === call.name && (id === '' || call.id !== '');
    // The id stays with the first name of a call: without it, NextChat takes the name for a new call.
    const knownId =
      id !== '' &&
      call.id !== '' &&
      (id === call.id || name === '') &&
      (name === '' || call.name !== '');
    // If calls alternate, readers that know them only by their ids need it.
    const sameId = knownId && !(call.resumes && id === call.id);
    if (sameName) delete said.name;
    if (sameId) {
      delete entry.id;
      // `.stream()` of openai needs the first one.
      if (call.typed) delete entry.type;
    }
    return sameName || sameId;
  },
};
