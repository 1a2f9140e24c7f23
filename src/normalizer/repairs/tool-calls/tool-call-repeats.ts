import { isObject } from '../../json/json-edit.ts';
import { stringOf, type EntryRepair } from './tool-call.ts';

/**
 * Id and name are repeated with every fragment (llama.cpp before PR #13800: ggml-org/llama.cpp#13774, "getget_weather";
 * continuedev/continue#5849), or there is a new id with each (BerriAI/litellm#40040): removed. A name that differs
 * stays.
 */
export const toolCallRepeats: EntryRepair = {
  id: 'tool-call-repeats',
  repair(entry, call, isNew) {
    // A name in pieces may be repeated as a whole, and for some clients the last one counts.
    if (isNew || call.inPieces) return false;
    const said = isObject(entry.function) ? entry.function : {};
    const name = stringOf(said.name);
    const id = stringOf(entry.id);
    // The name stays if the call's first id comes with it: for KoboldAI Lite the call begins there.
    const sameName = name !== '' && name === call.name && (id === '' || call.id !== '');
    // The id stays with the first name of a call: without it, NextChat takes the name for a new call.
    const knownId = id !== '' && call.id !== '' && (id === call.id || name === '') && (name === '' || call.name !== '');
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
