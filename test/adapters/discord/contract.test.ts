import { describeAdapter, type Stage } from '../../contract/adapter-contract.ts';
import { ASKER, CHANNEL, type FakeDiscord, OTHER, obeyedIn } from '../../support/discord/fake.ts';
import { stageDiscord } from './stage.ts';

const ADMIN = '100000000000000001';

type Person = Pick<Stage, 'say' | 'send'>;

describeAdapter('Discord', () =>
  stageOf(({ command }) => ({
    say: async (text) => {
      command('imei', { imei: text });
    },
    send: async (file) => {
      command('imei', { file });
    },
  })),
);

describeAdapter('Discord in direct messages', () =>
  stageOf(({ say }) => ({
    say: async (text) => {
      say(text);
    },
    send: async (file) => {
      say('', { files: [file] });
    },
  })),
);

async function stageOf(personOn: (discord: FakeDiscord) => Person): Promise<Stage> {
  const { adapter, discord, close } = await stageDiscord();
  discord.world.closedDms.add(OTHER);
  return {
    adapter,
    refused: discord.rest.refused,
    refuseFiles: () =>
      discord.fail({
        on: /messages/,
        instead: { status: 413, body: { code: 40_005, message: 'too large' } },
      }),
    mention: (text) => {
      discord.say(text, { channel: CHANNEL, mention: 'bot' });
    },
    admin: `discord:user:${ADMIN}`,
    stranger: `discord:user:${OTHER}`,
    ...personOn(discord),
    loseFiles: () => discord.world.attachments.clear(),
    press: async (label) => {
      discord.press(label);
    },
    shown: () => discord.shownTo(ASKER),
    notified: () => discord.shownTo(ADMIN),
    obeyed: () => discord.world.messages.flatMap(obeyedIn),
    close,
  };
}
