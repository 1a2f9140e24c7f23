import { isObject } from '../../json/json-edit.ts';
import type { EntryRepair } from './tool-call.ts';
import { entriesIn, functionOf } from '../defect-forms.ts';

/**
 * Arguments as an object (continuedev/continue#13225, TGI, some builds of llama.cpp): replaced by their original JSON
 * text, digit for digit, once for each call. Null (vllm-project/vllm#9693): replaced by the empty string.
 */
export const toolCallArguments: EntryRepair = {
  id: 'tool-call-arguments',
  stage: 'entry',
  stream: 'broken',
  about: {
    name: 'Arguments that are not text',
    defect: 'The arguments of a call are not text, but an object or null.',
    breaks: [
      'clients that join text, such as the OpenAI libraries, LangChain, NextChat, Continue: "[object Object]"',
      'Vercel AI SDK, big-AGI, LobeHub: throw',
      'code after the guide of OpenAI, llama-stack, for null: the call is broken',
    ],
    whatWeDo: 'An object is written as JSON text, once for each call; null becomes the empty text.',
    source: 'https://github.com/continuedev/continue/issues/13225',
    form(frame) {
      const said = entriesIn(frame).map((entry) => functionOf(entry).arguments);
      if (said.some(isObject)) {
        return {
          defect: 'The arguments of a call are an object, not text.',
          breaks: [
            'clients that join text, such as the OpenAI libraries, LangChain, NextChat, Continue: "[object Object]"',
            'Vercel AI SDK, big-AGI, LobeHub: throw',
          ],
        };
      }
      return said.includes(null)
        ? {
            defect: 'The arguments of a call are null.',
            breaks: ["code written after OpenAI's guide, llama-stack: the call is broken"],
          }
        : null;
    },
  },
  repair(entry, { argued, extent }, _isNew, rawArguments) {
    const said = entry.function;
    if (!isObject(said)) return false;
    if (isObject(said.arguments)) {
      const isAgain =
        argued || (extent?.get() === 'whole' && Object.keys(said.arguments).length === 0);
      said.arguments = isAgain ? '' : rawArguments();
    } else if (said.arguments === null) said.arguments = '';
    else return false;
    return true;
  },
};
