import type { Message } from 'grammy/types';
import { describeReading, type Saying } from '../../contract/reading-contract.ts';
import type { ShownMessage } from '../../support/telegram/chats.ts';
import { createPerson } from '../../support/telegram/people.ts';
import { BOT } from '../../support/telegram/server.ts';
import { GROUP, stageTelegram } from './stage.ts';

describeReading('Telegram', async () => {
  const { adapter, telegram, shown } = await stageTelegram();
  telegram.chats.groups.add(GROUP);
  const cat = createPerson(telegram, { id: 55, privacy: false });
  let latest: ShownMessage | undefined;
  let descriptions = 0;
  /** The same file may have another id whenever it is described. */
  const documentOf = (name: string) => {
    descriptions += 1;
    return { file_id: `${descriptions}`, file_unique_id: `of ${name}`, file_name: name };
  };
  const partsOf = ({ file, repliesTo, ...saying }: Saying): Partial<Message> => {
    const text = textOf(saying);
    const words =
      file === undefined
        ? {}
        : { text: undefined, entities: undefined, caption: text, document: documentOf(file) };
    if (typeof repliesTo !== 'object') return words as object;
    const chat = { id: 1, type: 'private', first_name: 'A' };
    const document = repliesTo.file && documentOf(repliesTo.file);
    const replied = { message_id: 5, date: 1, chat, text: repliesTo.text, document };
    return { ...words, reply_to_message: replied } as object;
  };
  return {
    adapter,
    say: (saying) => {
      const { where, repliesTo } = saying;
      const group = where === 'shared' ? { group: GROUP } : {};
      const answer = shown(group.group ?? cat.id).at(-1);
      const replied =
        typeof repliesTo === 'string' && answer !== undefined
          ? { replyTo: { ...answer, fromBot: repliesTo === 'answer' } }
          : {};
      latest = cat.say(textOf(saying), { ...group, ...replied, parts: partsOf(saying) });
    },
    edit: (saying) => {
      if (latest !== undefined) cat.edit(latest, textOf(saying), partsOf(saying));
    },
    close: () => adapter.stop(),
  };
});

/** The name of the bot is behind a command, and otherwise in front. */
function textOf({ text, isNamed }: Saying): string {
  if (isNamed !== true) return text;
  const name = `@${BOT.username}`;
  return text.startsWith('/') ? text.replace(/^\/\w+/, `$&${name}`) : `${name} ${text}`.trim();
}
