import type { Api } from 'grammy';
import type { EphemeralSupport } from '../ephemeral.ts';
import { type FaultKind, faultOf } from '../errors.ts';
import type { Incidents } from '../incidents.ts';
import type { Calls } from '../outbound/api.ts';
import { type CommandList, type CommandListNeeds, commandLists, ephemeralLists } from './commands.ts';

/** Writes the lists of commands. */
export interface CommandMenu {
  /**
   * Writes every list that differs from Telegram's, and finds out whether the server knows ephemeral commands. Never rejects:
   * the bot works without them.
   */
  write(): Promise<void>;
  /** Writes the list that was refused before, once the chat is open to the bot. */
  writeFor(chat: number): Promise<void>;
}

/** What {@link createCommandMenu} works with. */
export interface CommandMenuNeeds extends CommandListNeeds {
  readonly api: Api;
  readonly calls: Calls;
  readonly incidents: Incidents;
  readonly ephemeral: Pick<EphemeralSupport, 'offer' | 'disprove' | 'whenShownToAll'>;
}

const SHOWN_TO_ALL =
  'The Bot API server shows to everybody what is meant for one person; nothing private was in it. Answers in groups are masked again, as before. A newer version of that server (10.3) can do it';

/** Creates the menu; nothing is written yet. */
export function createCommandMenu(needs: CommandMenuNeeds): CommandMenu {
  const { api, calls, incidents, ephemeral } = needs;
  let open: readonly CommandList[] = commandLists(needs);
  const write = async (lists: readonly CommandList[]): Promise<void> => {
    // A person who has not opened the chat has no list in any language.
    const closed = new Set<number>();
    for (const list of lists) {
      const { scope } = list;
      if (scope.type === 'chat' && closed.has(Number(scope.chat_id))) continue;
      try {
        await writeList(api, calls, list);
        open = open.filter((one) => one !== list);
      } catch (error) {
        if (scope.type === 'chat' && ['unreachable', 'refused'].includes(faultOf(error).kind)) {
          closed.add(Number(scope.chat_id));
          continue;
        }
        incidents.tell(
          'commands',
          'The list of commands could not be written to Telegram; the commands work all the same. It is tried again at the next start',
          { err: error },
        );
      }
    }
  };
  /** Calls a method that came with ephemeral messages, for a chat that there cannot be. */
  const hasMethods = async (): Promise<boolean> => {
    try {
      await calls.repeatable(() => api.editEphemeralMessageText(0, 0, 0, '…'));
      return true;
    } catch (error) {
      const { kind } = faultOf(error);
      if (kind === 'no-method') ephemeral.disprove();
      return REFUSED.has(kind);
    }
  };
  const writeEphemeral = async (): Promise<void> => {
    const [first, ...others] = ephemeralLists(needs);
    if (first === undefined || !(await hasMethods())) return;
    await write([first, ...others]);
    const present = await calls.repeatable(() => api.getMyCommands(whereOf(first)));
    // A server of an earlier version drops what it does not know.
    if (present.length > 0 && present.every((command) => command.is_ephemeral === true)) ephemeral.offer();
  };
  let written: Promise<void> = Promise.resolve();
  const withdrawEphemeral = async (): Promise<void> => {
    incidents.tell('ephemeral', SHOWN_TO_ALL);
    await written;
    for (const list of ephemeralLists(needs))
      await calls.repeatable(() => api.deleteMyCommands(whereOf(list))).catch(() => undefined);
  };
  void ephemeral.whenShownToAll.then(withdrawEphemeral);
  return {
    write: () => {
      // Without an answer, all stays as it is on a server that does not know them.
      written = write(open)
        .then(writeEphemeral)
        .catch(() => undefined);
      return written;
    },
    writeFor: (chat) => write(open.filter(({ scope }) => scope.type === 'chat' && scope.chat_id === chat)),
  };
}

/** The server has the method, and refuses what it was called with. */
const REFUSED: ReadonlySet<FaultKind> = new Set(['refused', 'gone', 'unreachable']);

function whereOf({ scope, language }: CommandList) {
  return { scope, ...(language !== undefined && { language_code: language }) };
}

async function writeList(api: Api, calls: Calls, list: CommandList): Promise<void> {
  const { commands } = list;
  const where = whereOf(list);
  const present = await calls.repeatable(() => api.getMyCommands(where));
  const same =
    present.length === commands.length &&
    commands.every(
      ({ command, description, is_ephemeral = false }, index) =>
        present[index]?.command === command &&
        present[index]?.description === description &&
        (present[index]?.is_ephemeral ?? false) === is_ephemeral,
    );
  if (!same) await calls.repeatable(() => api.setMyCommands(commands, where));
}
