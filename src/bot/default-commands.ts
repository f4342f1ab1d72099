import type { CommandSet } from '../adapters/host.ts';

/** The command that gets plain text, and the command for newcomers. */
export const DEFAULT_COMMANDS: Omit<CommandSet, 'all'> = {
  textCommand: { name: 'imei', option: 'imei', fileOption: 'file', savedOption: 'saved' },
  help: 'help',
};
