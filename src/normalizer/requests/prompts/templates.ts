/** How a prompt template marks the turns of a chat that is sent as one text. */
export interface Template {
  /** Strings that open a turn, of any speaker. */
  readonly opens: readonly string[];
  /** Strings that open a text of the assistant, longer ones first. */
  readonly assistant: readonly string[];
  /** Strings that close a turn. */
  readonly closes: readonly string[];
  /** A turn ends only where it is closed; in the other templates the next turn ends it too. */
  readonly closed?: true;
  /**
   * These are words that anybody may write at the start of a line. They count only if the request names them as stop
   * strings.
   */
  readonly words?: true;
}

/**
 * The chat templates of models, as their makers and the presets of KoboldAI Lite and SillyTavern write them:
 * https://github.com/LostRuins/lite.koboldai.net/blob/main/index.html (`instructpresets`),
 * https://github.com/SillyTavern/SillyTavern/tree/release/default/content/presets/instruct.
 */
export const TEMPLATES: readonly Template[] = [
  // ChatML: Qwen, Hermes, Yi; Phi-4 with its own separator.
  {
    opens: ['<|im_start|>'],
    assistant: ['<|im_start|>assistant\n', '<|im_start|>assistant<|im_sep|>'],
    closes: ['<|im_end|>'],
    closed: true,
  },
  // Llama 3 and 4.
  {
    opens: ['<|start_header_id|>'],
    assistant: ['<|start_header_id|>assistant<|end_header_id|>\n\n'],
    closes: ['<|eot_id|>', '<|eom_id|>', '<|end_of_text|>'],
    closed: true,
  },
  {
    opens: ['<|header_start|>'],
    assistant: ['<|header_start|>assistant<|header_end|>\n\n'],
    closes: ['<|eot|>', '<|eom|>'],
    closed: true,
  },
  // Gemma 2 and 3, Gemma 4.
  { opens: ['<start_of_turn>'], assistant: ['<start_of_turn>model\n'], closes: ['<end_of_turn>'], closed: true },
  { opens: ['<|turn>'], assistant: ['<|turn>model\n'], closes: ['<turn|>'], closed: true },
  // Granite.
  {
    opens: ['<|start_of_role|>'],
    assistant: ['<|start_of_role|>assistant<|end_of_role|>'],
    closes: ['<|end_of_text|>'],
    closed: true,
  },
  // Command R and A.
  {
    opens: ['<|START_OF_TURN_TOKEN|>'],
    assistant: [
      '<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|><|START_RESPONSE|>',
      '<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>',
    ],
    closes: ['<|END_RESPONSE|><|END_OF_TURN_TOKEN|>', '<|END_OF_TURN_TOKEN|>'],
    closed: true,
  },
  // Kimi K2.
  {
    opens: ['<|im_user|>', '<|im_assistant|>', '<|im_system|>'],
    assistant: ['<|im_assistant|>assistant<|im_middle|>'],
    closes: ['<|im_end|>'],
    closed: true,
  },
  // Seed-OSS.
  { opens: ['<seed:bos>'], assistant: ['<seed:bos>assistant\n'], closes: ['<seed:eos>'], closed: true },
  // Harmony (gpt-oss): a call names its recipient before the channel ends, so it matches none of these.
  {
    opens: ['<|start|>'],
    assistant: [
      '<|start|>assistant<|channel|>final<|message|>',
      '<|start|>assistant<|channel|>commentary<|message|>',
      '<|start|>assistant<|channel|>analysis<|message|>',
      '<|start|>assistant<|message|>',
    ],
    closes: ['<|end|>', '<|return|>', '<|call|>'],
    closed: true,
  },
  // Phi-3, Zephyr, GLM-4, Metharme: the same words, with and without an end.
  {
    opens: ['<|system|>', '<|user|>', '<|assistant|>', '<|model|>', '<|observation|>', '<|tool|>'],
    assistant: ['<|assistant|>\n', '<|assistant|>', '<|model|>'],
    closes: ['<|end|>', '</s>', '<|endoftext|>'],
  },
  // DeepSeek.
  { opens: ['<｜User｜>', '<｜Assistant｜>'], assistant: ['<｜Assistant｜>'], closes: ['<｜end▁of▁sentence｜>'] },
  // Mistral, Llama 2.
  { opens: ['[INST]', '[/INST]'], assistant: ['[/INST]'], closes: ['</s>'] },
  // KoboldCpp fills in the model's own template.
  {
    opens: ['{{[INPUT]}}', '{{[OUTPUT]}}', '{{[SYSTEM]}}'],
    assistant: ['{{[OUTPUT]}}'],
    closes: ['{{[INPUT_END]}}', '{{[OUTPUT_END]}}', '{{[SYSTEM_END]}}'],
  },
  // Alpaca.
  {
    opens: ['### Instruction:', '### Input:', '### Response:'],
    assistant: ['### Response:\n'],
    closes: ['</s>'],
    words: true,
  },
  // Vicuna.
  {
    opens: ['USER:', 'ASSISTANT:', 'SYSTEM:'],
    assistant: ['ASSISTANT: ', 'ASSISTANT:'],
    closes: ['</s>'],
    words: true,
  },
];
