import type { Api } from 'grammy';
import { faultOf } from '../errors.ts';
import type { Incidents } from '../incidents.ts';
import type { Calls } from '../outbound/api.ts';
import { type CommandList, type CommandListNeeds, commandLists } from './commands.ts';

/** Writes the lists of commands. */
export interface CommandMenu {
  /** Writes every list that differs from Telegram's. Never rejects: the bot works without them. */
  write(): Promise<void>;
  /** Writes the list that was refused before, once the chat is open to the bot. */
  writeFor(chat: number): Promise<void>;
}

/** What {@link createCommandMenu} works with. */
export interface CommandMenuNeeds extends CommandListNeeds {
  readonly api: Api;
  readonly calls: Calls;
  readonly incidents: Incidents;
}

/** Creates the menu; nothing is written yet. */
export function createCommandMenu(needs: CommandMenuNeeds): CommandMenu {
  const { api, calls, incidents } = needs;
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
  return {
    write: () => write(open),
    writeFor: (chat) => write(open.filter(({ scope }) => scope.type === 'chat' && scope.chat_id === chat)),
  };
}

async function writeList(api: Api, calls: Calls, { scope, language, commands }: CommandList): Promise<void> {
  const where = { scope, ...(language !== undefined && { language_code: language }) };
  const present = await calls.repeatable(() => api.getMyCommands(where));
  const same =
    present.length === commands.length &&
    commands.every(
      ({ command, description }, index) =>
        present[index]?.command === command && present[index]?.description === description,
    );
  if (!same) await calls.repeatable(() => api.setMyCommands(commands, where));
}
