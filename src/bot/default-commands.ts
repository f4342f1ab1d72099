import type { CommandSet } from '../adapters/host.ts';

/** The command for messages that name none, and the one for newcomers. */
export const DEFAULT_COMMANDS: Omit<CommandSet, 'all'> = {
  text: { command: 'imei', option: 'imei', fileOption: 'file' },
  start: 'help',
};
