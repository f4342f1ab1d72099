import { describeAdapter } from '../../contract/adapter-contract.ts';
import { ASKER, OTHER, obeyedIn } from '../../support/discord/fake.ts';
import { stageDiscord } from './stage.ts';

const ADMIN = '100000000000000001';

describeAdapter('Discord', async () => {
  const { adapter, discord, close } = await stageDiscord();
  discord.world.closedDms.add(OTHER);
  return {
    adapter,
    admin: `discord:user:${ADMIN}`,
    stranger: `discord:user:${OTHER}`,
    say: async (text) => {
      discord.command('imei', { imei: text });
    },
    send: async (file) => {
      discord.command('imei', { file });
    },
    loseFiles: () => discord.world.attachments.clear(),
    press: async (label) => {
      discord.press(label);
    },
    shown: () => discord.shownTo(ASKER),
    notified: () => discord.shownTo(ADMIN),
    obeyed: () => discord.world.messages.flatMap(obeyedIn),
    close,
  };
});
