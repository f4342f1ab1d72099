import type { CommandSet } from '../adapters/host.ts';

/** The text command, and the one for newcomers. */
export const DEFAULT_COMMANDS: Omit<CommandSet, 'all'> = {
  textCommand: { name: 'imei', option: 'imei', fileOption: 'file' },
  help: 'help',
};
