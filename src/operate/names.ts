/** The tools that operators have beside the bot, by their first word. Apart from them, so that no start loads them. */
export const TOOL_NAMES = ['setup', 'doctor', 'deploy-commands', 'backup', 'restore', 'rekey'] as const;

export type ToolName = (typeof TOOL_NAMES)[number];

export function isToolName(word: string | undefined): word is ToolName {
  return TOOL_NAMES.some((name) => name === word);
}
