import type { Guide } from '../../core/adapter/platform-guide.ts';
import { ANY_IMEI } from '../../format/help-pages.ts';
import type { PlainKey } from '../../format/texts/say.ts';

// A slash command is a form, which has its names in the reader's language: `{key}` stands for one.
const COMMAND = '/{commands.imei.name}';
const NUMBER = `{commands.imei.options.imei.name}:${ANY_IMEI}`;
const FULL = '{commands.imei.options.detail.name}:{commands.imei.options.detail.choices.full}';
const FILE = '{commands.imei.options.file.name}';

export const GUIDE: Guide<PlainKey> = {
  firstTip: 'discord.menu',
  examples: [
    { typed: `${COMMAND} ${NUMBER}`, meaning: 'help.example.number' },
    { typed: `${COMMAND} ${NUMBER} ${FULL}`, meaning: 'help.example.full' },
    { typed: `${COMMAND} ${FILE}:label.jpg`, meaning: 'help.example.photo' },
    { typed: `${COMMAND} ${FILE}:stock.csv`, meaning: 'help.example.file' },
  ],
  whereOthersRead: ['discord.menu', 'discord.mention', 'discord.directMessage'],
  greeting: 'discord.greeting',
  unreadableMessage: { title: 'discord.unreadable.title', summary: 'discord.unreadable.summary' },
};
