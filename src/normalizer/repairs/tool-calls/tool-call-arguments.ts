import { isObject } from '../../json/json-edit.ts';
import type { EntryRepair } from './tool-call.ts';

/**
 * Arguments as an object (continuedev/continue#13225, TGI, some builds of llama.cpp): replaced by their original JSON
 * text, digit for digit, once for each call. Null (vllm-project/vllm#9693): replaced by the empty string.
 */
export const toolCallArguments: EntryRepair = {
  id: 'tool-call-arguments',
  repair(entry, { argued, extent }, _isNew, rawArguments) {
    const said = entry.function;
    if (!isObject(said)) return false;
    if (isObject(said.arguments)) {
      const isAgain = argued || (extent?.get() === 'whole' && Object.keys(said.arguments).length === 0);
      said.arguments = isAgain ? '' : rawArguments();
    } else if (said.arguments === null) said.arguments = '';
    else return false;
    return true;
  },
};
