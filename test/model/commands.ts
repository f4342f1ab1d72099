import { createImei } from '../../commands/imei.ts';
import type { Checks } from '../../src/checks/checks.ts';
import type { Clock } from '../../src/core/clock.ts';
import { type Command, defineCommand } from '../../src/core/command.ts';
import { reply } from '../../src/core/reply.ts';
import { NO_HISTORY } from '../../src/history/history.ts';

/** `/imei` as the bot has it, over the checks of one life, and `/break`; nothing of this world has a picture or a file. */
export function createModelCommands(checks: Checks, clock: Clock): readonly Command[] {
  const unused = (): never => {
    throw new Error('not in this world');
  };
  const needs: Parameters<typeof createImei>[0] = {
    checker: checks.checker,
    tables: { read: unused, write: unused },
    fileTurns: { enter: unused },
    tacName: () => undefined,
    reportFault: (error) => {
      throw error;
    },
    readFile: unused,
    readPicture: unused,
    history: NO_HISTORY,
    clock,
    settings: {
      batchMax: 500,
      batchConfirm: 500,
      sandbox: false,
    },
  };
  return [createImei(needs), createBreaking(clock)];
}

/** A command that shows that it has begun, and breaks. */
function createBreaking(clock: Clock): Command {
  return defineCommand({
    name: 'break',
    audience: 'everyone',
    options: [],
    run: async function* () {
      yield reply({ tone: 'progress', title: 'It begins' });
      await clock.sleep(BREAKS_AFTER_MS);
      throw new Error('it broke');
    },
  });
}
const BREAKS_AFTER_MS = 200;
