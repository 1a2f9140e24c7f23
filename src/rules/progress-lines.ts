/**
 * How a line looks that an agent wrote about its tools. Marks lines for a person; nothing is
 * removed because of it.
 */
const SIGNS: readonly RegExp[] = [
  // `⏰ list`, ⏰ `list`
  /^`?\p{Extended_Pictographic}\uFE0F? ?`?[^`]+`$/u,
  // [tool: x], <tool_call>, <details type="tool_calls">
  /^[[(<{⟦【]\/?(?:details type="(?!reasoning)|(?:tool|function|calling|memory|agent)(?!\p{L}))/iu,
  // >> calls x, 🔧 Running x, _Using tool: x_
  /^[^\p{L}\p{N}|#\]]+(?:call(?:s|ed|ing)?|us(?:es|ed|ing)|run(?:s|ning)|ran|execut(?:es|ed|ing)|invok(?:es|ed|ing)|search(?:es|ed|ing)|fetch(?:es|ed|ing)|tool|function)\b.*\P{L}/iu,
  // Calling tool x
  /^(?:call|us|runn|execut|invok)ing (?:the )?(?:tool|function)\b/iu,
];

/** @param line without blanks around it */
export function looksLikeProgress(line: string): boolean {
  return SIGNS.some((sign) => sign.test(line));
}
