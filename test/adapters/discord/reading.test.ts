import { describeReading, type Saying } from '../../contract/reading-contract.ts';
import { CHANNEL } from '../../support/discord/fake.ts';
import { stageDiscord } from './stage.ts';

describeReading('Discord', async () => {
  const { adapter, discord, close } = await stageDiscord();
  let latest = { id: '' };
  let signatures = 0;
  /** Each event has another signature in the URL. */
  const attachmentsOf = (name: string | undefined): readonly object[] => {
    if (name === undefined) return [];
    signatures += 1;
    const url = `https://cdn.example.org/7/${name}?hm=${signatures}`;
    return [{ id: '7', filename: name, size: 9, url }];
  };
  const replyTo = (repliesTo: Saying['repliesTo']) => {
    if (repliesTo === undefined) return {};
    const answer = discord.world.messages.at(-1);
    if (repliesTo === 'answer') return answer === undefined ? {} : { replyTo: answer };
    if (repliesTo === 'copy') return { replyTo: { components: answer?.body.components ?? [] } };
    const { text: content, file } = repliesTo;
    return { replyTo: { content, attachments: attachmentsOf(file) } };
  };
  const where = ({ where, isNamed, file, repliesTo }: Saying) => ({
    attachments: attachmentsOf(file),
    ...(where === 'shared' && { channel: CHANNEL }),
    ...(isNamed === true && { mention: 'bot' as const }),
    ...replyTo(repliesTo),
  });
  return {
    adapter,
    say: (saying) => {
      latest = discord.say(saying.text, where(saying));
    },
    edit: (saying) => {
      discord.edit(latest, saying.text, where(saying));
    },
    close,
  };
});
