/** Finds what a model writes into its text when no parser of the server converts it. */
export interface TextSigns {
  /** @param text the next piece of a text */
  add(text: string): void;
}

/** UTF-16 units kept to recognise a sign together with the next piece: longer than any sign. */
const TAIL = 160;
/** UTF-16 units at the beginning of a text within which a call without any tag is recognised. */
const HEAD = 400;

interface Sign {
  /** The models that write it. */
  readonly model: string;
  readonly pattern: RegExp;
}

/** How models write a tool call when no parser of the server recognises it. */
const CALLS: readonly Sign[] = [
  { model: 'DeepSeek', pattern: /<[|｜‖]{1,2}\s?DSML\s?[|｜‖]{1,2}|<｜tool▁calls?▁begin｜>/ },
  { model: 'Qwen3-Coder', pattern: /<function=[\w.-]+>/ },
  { model: 'MiniMax', pattern: /<minimax:tool_call>/ },
  { model: 'GLM', pattern: /<tool_call>\s*[\w.-]+\s*<arg_key>/ },
  { model: 'Hermes, Qwen', pattern: /<tool_call>\s*(?:\{|[\w.-]+\s*[({])/ },
  { model: 'Mistral', pattern: /\[TOOL_CALLS\]/ },
  { model: 'Llama 3', pattern: /<\|python_tag\|>/ },
  { model: 'Kimi', pattern: /<\|tool_calls?_(?:section_)?begin\|>|(?<![\w./])functions\.[\w-]+:\d+\s*(?:<\||\{)/ },
  { model: 'gpt-oss', pattern: /<\|channel\|>\s*commentary\s+to=|(?<!\w)to=functions\.\w+/ },
  { model: 'Claude', pattern: /<(?:\w+:)?invoke name="/ },
  { model: 'Gemma, Phi, Granite', pattern: /<\|tool_call(?:\|>|>)/ },
  { model: 'Command R', pattern: /<\|START_ACTION\|>/ },
];

/** A text that is nothing but a call. */
const BARE_CALL =
  /^\s*(?:```(?:json)?\s*)?[[{]\s*(?:\{\s*)?(?:"type"\s*:\s*"function"\s*,\s*)?"(?:name|function|tool|tool_name)"\s*:\s*"[\w.:/-]+"\s*,\s*"(?:arguments|parameters|args)"\s*:\s*\{/;
/** How some proxies write the calls of a history, and models imitate them. */
const TOLD_CALL = /^\s*\[Tool call: [\w.-]+\]/;

const TOKENS =
  /<\|(?:im_(?:start|end)|eot_id|eom_id|end_of_text|begin_of_text|start_header_id|end_header_id|endoftext|end|start|message|return|channel|constrain|assistant|user|system)\|>|<(?:end|start)_of_turn>|\[\/INST\]|<｜end▁of▁sentence｜>/;

/**
 * Watches the pieces of one text for calls and tokens that the model wrote into it. Ignores code, where such text is
 * only quoted.
 * @param onCall called once with the models that write calls like this
 * @param onToken called once
 */
export function createTextSigns(onCall: (model: string) => void, onToken: () => void): TextSigns {
  let head = '';
  let tail = '';
  /** Fences since the beginning of the text tell whether a position is in code. */
  let fences = 0;
  let callSeen = false;
  let tokenSeen = false;

  function look(text: string, from: number): void {
    const call = CALLS.find(({ pattern }) => isSaid(text, pattern, from));
    if (!callSeen && call) {
      callSeen = true;
      onCall(call.model);
    }
    if (!tokenSeen && !callSeen && isSaid(text, TOKENS, from)) {
      tokenSeen = true;
      onToken();
    }
  }

  function isSaid(text: string, pattern: RegExp, from: number): boolean {
    const found = pattern.exec(text);
    if (!found || found.index + found[0].length <= from) return false;
    const before = text.slice(0, found.index);
    return text[found.index - 1] !== '`' && (fences + countFences(before)) % 2 === 0;
  }

  return {
    add(text) {
      if (text === '' || (callSeen && tokenSeen)) return;
      if (head.length < HEAD) {
        head += text.slice(0, HEAD - head.length);
        if (!callSeen && (BARE_CALL.test(head) || TOLD_CALL.test(head))) {
          callSeen = true;
          onCall('JSON');
        }
      }
      const all = tail + text;
      look(all, tail.length);
      let keep = Math.max(0, all.length - TAIL);
      // A fence is not cut in two.
      for (let i = 0; i < 2 && all[keep] === '`' && all[keep - 1] === '`'; i++) keep--;
      fences += countFences(all.slice(0, keep));
      tail = all.slice(keep);
    },
  };
}

function countFences(text: string): number {
  return text.match(/```/g)?.length ?? 0;
}
