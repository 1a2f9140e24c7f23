import { isObject } from '../../json/json-edit.ts';
import { stringOf, type EntryRepair } from './tool-call.ts';

/**
 * Id and name come again with every fragment (llama.cpp before PR #13800: ggml-org/llama.cpp#13774, "getget_weather";
 * continuedev/continue#5849), or a new id with each (BerriAI/litellm#40040): taken out. A name that differs stays.
 */
export const toolCallRepeats: EntryRepair = {
  id: 'tool-call-repeats',
  repair(entry, call, isNew) {
    // A name in pieces may come again as a whole, and the last one counts for some.
    if (isNew || call.inPieces) return false;
    const said = isObject(entry.function) ? entry.function : {};
    const name = stringOf(said.name);
    const id = stringOf(entry.id);
    // With the first id of a call the name stays: for KoboldAI Lite the call begins there.
    const sameName = name !== '' && name === call.name && (id === '' || call.id !== '');
    // The first name of a call comes with its id: NextChat takes it for a new call without.
    const knownId = id !== '' && call.id !== '' && (id === call.id || name === '') && (name === '' || call.name !== '');
    // Where calls take turns, readers that know them by their ids alone need it.
    const sameId = knownId && !(call.resumes && id === call.id);
    if (sameName) delete said.name;
    if (sameId) {
      delete entry.id;
      // The first one that comes is wanted by `.stream()` of openai.
      if (call.typed) delete entry.type;
    }
    return sameName || sameId;
  },
};
