import { createImei } from '../../commands/imei.ts';
import type { CommandNeeds } from '../../commands/index.ts';
import type { Checks } from '../../src/checks/checks.ts';
import type { Clock } from '../../src/core/clock.ts';
import { type Command, defineCommand } from '../../src/core/command.ts';
import { reply } from '../../src/core/reply.ts';
import { NO_HISTORY } from '../../src/history/history.ts';

const DAY_MS = 24 * 3_600_000;

/** `/imei` as the bot has it, over the checks of one life, and `/break`; nothing of this world has a picture or a file. */
export function createModelCommands(checks: Checks, clock: Clock): readonly Command[] {
  const unused = (): never => {
    throw new Error('not in this world');
  };
  const needs: CommandNeeds = {
    checker: checks.checker,
    keyStatus: ({ signal }) => checks.keyStatus.get({ signal }),
    usage: checks.usage,
    past: checks.past,
    draw: unused,
    tables: { read: unused, write: unused },
    fileTurns: { enter: unused },
    tacName: () => undefined,
    reportFault: (error) => {
      throw error;
    },
    readFile: unused,
    readBarcodes: unused,
    history: NO_HISTORY,
    forget: unused,
    clock,
    settings: {
      batchMax: 500,
      batchConfirm: 500,
      retention: {
        answersMs: 30 * DAY_MS,
        notFoundMs: DAY_MS,
        requestsMs: DAY_MS,
        buttonsMs: 2 * DAY_MS,
        historyMs: undefined,
      },
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
