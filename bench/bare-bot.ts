/**
 * What any tutorial shows, run as its own process: a bot that answers everything with the same
 * words and stores nothing. It serves the platforms whose token is set. It makes as many calls for
 * an answer as this bot, but its text is shorter and has no buttons.
 */
const {
  ANSWER = '',
  DISCORD_API_URL = '',
  TELEGRAM_API_URL = '',
  TELEGRAM_TOKEN,
  DISCORD_TOKEN,
} = process.env;

async function serveTelegram(token: string): Promise<void> {
  const { Bot } = await import('grammy');
  const bot = new Bot(token, { client: { apiRoot: TELEGRAM_API_URL } });
  bot.on('message:text', (context) => context.reply(ANSWER));
  void bot.start();
}

async function serveDiscord(token: string): Promise<void> {
  const { Client, Events, MessageFlags } = await import('discord.js');
  // Otherwise the library's own 50 calls a second would be measured. Discord does not limit
  // interactions so.
  const rest = { api: DISCORD_API_URL, globalRequestsPerSecond: Number.POSITIVE_INFINITY };
  const client = new Client({ intents: [], rest });
  client.on(Events.InteractionCreate, async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    await interaction.editReply(ANSWER);
  });
  await client.login(token);
}

await Promise.all([
  TELEGRAM_TOKEN === undefined ? undefined : serveTelegram(TELEGRAM_TOKEN),
  DISCORD_TOKEN === undefined ? undefined : serveDiscord(DISCORD_TOKEN),
]);
