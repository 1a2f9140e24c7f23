import { isObject } from '../json-text.ts';
import type { EntryRepair } from './tool-call.ts';

// Captured on import: the page shares our realm and may replace it later.
const { stringify } = JSON;

/**
 * Arguments as an object (continuedev/continue#13225, TGI, some builds of llama.cpp): written as JSON text, once for each
 * call. Null (vllm-project/vllm#9693): the empty string.
 */
export const toolCallArguments: EntryRepair = {
  id: 'tool-call-arguments',
  repair(entry, { argued }) {
    const said = entry.function;
    if (!isObject(said)) return false;
    if (isObject(said.arguments)) said.arguments = argued ? '' : stringify(said.arguments);
    else if (said.arguments === null) said.arguments = '';
    else return false;
    return true;
  },
};
