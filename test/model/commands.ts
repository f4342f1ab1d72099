import { createImei } from '../../commands/imei.ts';
import type { Checks } from '../../src/checks/checks.ts';
import type { Clock } from '../../src/core/clock.ts';
import { type Command, defineCommand } from '../../src/core/command.ts';
import { reply } from '../../src/core/reply.ts';
import { quiet } from '../support/conversation.ts';

/** `/imei` as the bot has it, over the checks of one life, and `/break`; nothing of this world has a picture or a file. */
export function createModelCommands(checks: Checks, clock: Clock): readonly Command[] {
  const services = {
    ...quiet,
    checker: checks.checker,
    clock,
    settings: { ...quiet.settings, batchMax: 500 },
  };
  return [createImei(services, notAsked), createBreaking(clock)];
}

const notAsked = () => Promise.reject(new Error('nobody asks for help in this world'));

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
