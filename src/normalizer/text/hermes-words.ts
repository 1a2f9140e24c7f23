import type { Marker } from './marker-grammar.ts';

/** Tools without arguments have their own name as label; names that are ordinary words are left out. */
const NAMES: Readonly<Record<string, string>> = {
  '🔍': 'web_search|session_search',
  '📄': 'web_extract',
  '📖': 'read_file',
  '✍': 'write_file',
  '🔎': 'search_files',
  '🐍': 'execute_code',
  '🔀': 'delegate_task',
  '🧠': 'mixture_of_agents',
  '📚': 'skill_view|skills_list',
  '📝': 'skill_manage',
  '⏰': 'cronjob',
  '🌐': 'browser_navigate',
  '📸': 'browser_snapshot',
  '👆': 'browser_click',
  '⌨': 'browser_type|browser_press',
  '📜': 'browser_scroll',
  '◀': 'browser_back',
  '🚪': 'browser_close',
  '🖼': 'browser_get_images',
  '👁': 'browser_vision|vision_analyze',
  '🖥': 'browser_console',
  '🎨': 'image_generate',
  '🔊': 'text_to_speech',
  '📨': 'send_message',
  '🏠': 'ha_[a-z_]+',
  '🧪': 'rl_[a-z_]+',
  '🔮': 'honcho_[a-z_]+',
};

/** Labels that Hermes 0.7 and 0.8 make up themselves, without words of the model (agent/display.py). */
const WORDS: Readonly<Record<string, string>> = {
  '⏰': 'create|list|update|pause|resume|remove|run',
  '📋': 'reading task list|(?:updating|planning) \\d+ task\\(s\\)',
  '🔍': 'recall: ".*"',
  '🧠': '[+~-](?:memory|user): ".*"',
  '📨': 'to \\S+: ".*"',
  '⚙': '[a-z]+ proc_[0-9a-f]{8,12}(?: .*)?',
  '🧪': 'listing envs|reading config',
};

/** Patterns by emoji, built when the first is needed: most pages never need one. */
let patterns: ReadonlyMap<string, RegExp> | null = null;

function buildPatterns(): ReadonlyMap<string, RegExp> {
  return new Map(
    [...new Set([...Object.keys(NAMES), ...Object.keys(WORDS)])].map((emoji) => {
      const words = [NAMES[emoji], WORDS[emoji]].filter((pattern) => pattern !== undefined);
      return [emoji, new RegExp(`^(?:${words.join('|')})$`)];
    }),
  );
}

/** Returns whether only Hermes, or a model that copies it, would write these words after this emoji. */
export function isHermesWorded({ emoji, label }: Marker): boolean {
  patterns ??= buildPatterns();
  return patterns.get(emoji.replace('\uFE0F', ''))?.test(label) ?? false;
}
