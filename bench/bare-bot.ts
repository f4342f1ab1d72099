/**
 * What stands in any tutorial, run as a process of its own: a bot that answers everything with the same words and keeps
 * nothing. It serves the platforms whose token is set. Where `KEPT_IN` names a file, it loads the other libraries that such a bot
 * needs as well, each as it is used at a start, and opens its store in that file before it serves anybody.
 */
const { ANSWER = '', MANNER = 'usual', DISCORD_API_URL = '', TELEGRAM_API_URL = '' } = process.env;

async function serveTelegram(token: string): Promise<void> {
  const { Bot } = await import('grammy');
  const bot = new Bot(token, { client: { apiRoot: TELEGRAM_API_URL } });
  bot.on('message:text', async (context) => {
    const answered = context.reply(ANSWER);
    // The library hands out the next update when this one is done with.
    if (MANNER === 'usual') await answered;
  });
  void bot.start();
}

async function serveDiscord(token: string): Promise<void> {
  const { Client, Events, MessageFlags } = await import('discord.js');
  // The library's own 50 calls a second would be all that is measured; for interactions Discord has no such limit.
  const rest = { api: DISCORD_API_URL, globalRequestsPerSecond: Number.POSITIVE_INFINITY };
  const client = new Client({ intents: [], rest });
  client.on(Events.InteractionCreate, async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    if (MANNER === 'at-once') {
      await interaction.reply({ content: ANSWER, flags: MessageFlags.Ephemeral });
      return;
    }
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    await interaction.editReply(ANSWER);
  });
  await client.login(token);
}

async function openStore(file: string): Promise<void> {
  const [{ Keyv }, { KeyvSqlite }, { z }, { default: Bottleneck }, { pino }, { IntlMessageFormat }] =
    await Promise.all([
      import('keyv'),
      import('@keyv/sqlite'),
      import('zod'),
      import('bottleneck'),
      import('pino'),
      import('intl-messageformat'),
      import('lru-cache'),
    ]);
  const limiter = new Bottleneck({ maxConcurrent: 4 });
  const uri = z.string().parse(`sqlite://${file}`);
  const store = new Keyv({ store: new KeyvSqlite({ uri }) });
  await limiter.schedule(() => store.set('key', 'value'));
  const words = new IntlMessageFormat('{count, plural, one {# row} other {# rows}}', 'en');
  pino().info(String(words.format({ count: 1 })));
}

const { TELEGRAM_TOKEN, DISCORD_TOKEN, KEPT_IN } = process.env;
if (KEPT_IN !== undefined) await openStore(KEPT_IN);
await Promise.all([
  TELEGRAM_TOKEN === undefined ? undefined : serveTelegram(TELEGRAM_TOKEN),
  DISCORD_TOKEN === undefined ? undefined : serveDiscord(DISCORD_TOKEN),
]);
