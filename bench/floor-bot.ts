/**
 * The least that keeps the promises, run as a process of its own: a bot in one file that writes each request down before it
 * says that it has it, finds the IMEI, answers from what was paid for, in the words and the layout of this bot and by as many
 * calls, and closes the row when the answer is shown. Store, seal, parser, cache, words, layout and calls are this bot's own;
 * there is nothing around them: no access, limits, buttons, languages, repeats, recovery or second try. `STEP` says how much of
 * that it does all the same (`floor/steps.ts`); from `all` on it writes what this bot remembers of an answer as well, by rows of
 * the same number and length. It serves the platforms whose token is set.
 */
import { createConnection } from '../src/adapters/discord/inbound/connection.ts';
import { createApi } from '../src/adapters/discord/outbound/api.ts';
import { renderReply as renderForDiscord } from '../src/adapters/discord/outbound/render.ts';
import { InteractionType } from '../src/adapters/discord/sdk.ts';
import { createClient, createConnections } from '../src/adapters/telegram/outbound/client.ts';
import { contentOf } from '../src/adapters/telegram/outbound/messages/write.ts';
import { renderReply as renderForTelegram } from '../src/adapters/telegram/outbound/render.ts';
import { createAnswers } from '../src/checks/answers.ts';
import { systemClock as clock, DAY_MS } from '../src/core/clock.ts';
import type { ShownReply } from '../src/core/reply.ts';
import type { Principal } from '../src/core/requester.ts';
import { deviceReply } from '../src/format/imei/device.ts';
import { sayIn } from '../src/format/words/say.ts';
import { findImeis } from '../src/imei/find.ts';
import { asImei } from '../src/imei/imei.ts';
import { DEVICE_IDENTITY } from '../src/provider/device-identity/definition.ts';
import { openStore } from '../src/store/open.ts';
import { sealedRows } from '../src/store/seal/sealed-rows.ts';
import { always, readRaw } from '../test/support/checks/reading.ts';
import { createFloorButtons, createFloorLimits, has, STEPS } from './floor/steps.ts';

const { ASKED = '', STORE_URL = '', LOOKUP_BASE_URL = '', LOOKUP_API_KEY = '', STEP } = process.env;
const { TELEGRAM_TOKEN, TELEGRAM_API_URL = '', DISCORD_TOKEN, DISCORD_API_URL = '' } = process.env;

/** An event that is kept until its answer is shown. */
interface Asked {
  /** Names its row. */
  readonly id: string;
  /** Who asks. */
  readonly by: Principal;
  /** What it says. */
  readonly text: string;
  /** What is written down of it, from which the answer could be sent. */
  readonly event: unknown;
}

const { store, seal } = await openStore(STORE_URL, undefined, clock);
const step = STEPS.find((one) => one === STEP) ?? 'fewest';
/** By Telegram's own second it would be measured how fast Telegram lets a bot send: see `quick-bot.ts`. */
const quick = { ...clock, elapsed: () => clock.elapsed() * 200 };
const floorButtons = createFloorButtons(store, seal);
const limits = createFloorLimits(store, seal, quick);
const rowsOf = (name: string) => sealedRows(store.collection(name), seal);
const requests = rowsOf('requests');
const say = sayIn('en');
const view = { say, visibility: 'private', admin: false, sandbox: true } as const;
const kept = (): { readonly expiresAt: number } => ({ expiresAt: clock.now() + 2 * DAY_MS });

const cache = createAnswers({
  ...{ read: readRaw, keyv: store.keyv, seal, clock },
  settings: { scope: 'imei', foundTtlMs: DAY_MS, notFoundTtlMs: DAY_MS, realm: 'sandbox', sandbox: true },
});

/** Pays once for what will be asked. */
async function pay(): Promise<void> {
  const imei = asImei(ASKED);
  if (imei === undefined) throw new Error('ASKED is no IMEI');
  const { limits } = DEVICE_IDENTITY;
  const service = { baseUrl: LOOKUP_BASE_URL, apiKey: LOOKUP_API_KEY, timeoutMs: 5_000, limits };
  const raw = await DEVICE_IDENTITY.connect(service).check(imei, always);
  await cache.put(imei, raw, { answer: readRaw(raw), checkedAt: clock.now() });
}

async function accept({ id, event }: Asked): Promise<void> {
  await requests.insert(id, JSON.stringify(event));
}

async function answer(asked: Asked, show: (reply: ShownReply) => Promise<string | undefined>): Promise<void> {
  if (has(step, 'limits')) await limits.take(asked, (masked) => answerText(asked, masked, show));
  else await answerText(asked, asked.text, show);
}

/** @param show resolves with the name of the message, if it has one */
async function answerText(
  { id, by }: Asked,
  text: string,
  show: (reply: ShownReply) => Promise<string | undefined>,
): Promise<void> {
  const [found] = findImeis(text).found;
  const known = found && (await cache.get(found.imei));
  if (found === undefined || known?.found !== true) throw new Error(`nothing is known of ${id}`);
  const reply = deviceReply({ ...view, now: clock.now() }, found, { ...known, detail: 'brief' });
  const answered = { requestId: id, requester: by, found, answer: known };
  const withButtons = has(step, 'buttons');
  const at = await show(withButtons ? floorButtons.offer(reply, answered) : { ...reply, actions: [] });
  if (withButtons) floorButtons.shown(answered, at);
  if (has(step, 'all')) void remember(id, by);
  if (has(step, 'limits')) limits.count(answered);
  await requests.put(id, '', kept());
}

/** As long as what this bot writes of a reply's buttons, and of a person's last checks. */
const BUTTONS = 'x'.repeat(600);
const CHECKS = 'x'.repeat(80);
/** The same of a message in Telegram and of its answer, so that an edit of the one changes the other. */
const NOTED = { message: 'x'.repeat(90), answer: 'x'.repeat(4) };
const [buttons, history, platforms] = [rowsOf('deeds'), rowsOf('history'), rowsOf('platforms')];

async function remember(id: string, by: Principal): Promise<void> {
  const person = seal.hash(`person ${by}`);
  const noted = TELEGRAM_TOKEN === undefined ? [] : Object.entries(NOTED);
  const written = noted.map(([kind, text]) =>
    platforms.put(seal.hash(`telegram ${kind} ${id}`), text, kept()),
  );
  // From there on they are written as they are, with what is in them.
  if (!has(step, 'buttons'))
    written.push(buttons.put(`${person}/${seal.hash(`buttons ${id}`)}`, BUTTONS, kept()));
  if (!has(step, 'limits')) written.push(history.get(person).then(() => history.put(person, CHECKS, kept())));
  await Promise.all(written);
}

async function serveTelegram(token: string): Promise<void> {
  const apiRoot = TELEGRAM_API_URL;
  const api = createClient({ token, apiRoot, agent: createConnections(apiRoot, undefined) }, 40);
  const send = (chat: number, replyTo: number) => async (reply: ShownReply) => {
    const rendered = renderForTelegram(reply, { say, files: true });
    if (has(step, 'limits')) await limits.turn(chat);
    const { message_id } = await api.sendMessage(chat, rendered.html, {
      ...contentOf(rendered),
      reply_parameters: { message_id: replyTo, allow_sending_without_reply: true },
    });
    return `${chat}:${message_id}`;
  };
  for (let offset = 0; ; ) {
    const updates = await api.getUpdates({ offset, timeout: 30 });
    await Promise.all(
      updates.map(async ({ update_id, message }) => {
        offset = Math.max(offset, update_id + 1);
        if (message?.text === undefined) return;
        const { chat, message_id, text } = message;
        const asked: Asked = {
          id: `telegram:${update_id}`,
          by: `telegram:user:${chat.id}`,
          text,
          event: message,
        };
        await accept(asked);
        void answer(asked, send(chat.id, message_id));
      }),
    );
  }
}

async function serveDiscord(token: string): Promise<void> {
  const report = (): void => undefined;
  const api = createApi({ token, apiUrl: DISCORD_API_URL, clock, report, onTokenRefused: report });
  const connection = createConnection({
    ...{ token, apiUrl: DISCORD_API_URL, clock, report, onFatal: report, onMessage: report },
    onInteraction: async (interaction) => {
      if (interaction.type !== InteractionType.ApplicationCommand || !('options' in interaction.data)) return;
      const { id, application_id: application, token: secret, data, user, member } = interaction;
      await api.acknowledge({ id, token: secret }, { kind: 'reply', ephemeral: true });
      const owner = (member?.user ?? user)?.id ?? '';
      const since = { since: clock.now(), sinceUptime: clock.uptime() };
      const at = {
        kind: 'discord',
        application,
        token: secret,
        ...since,
        locale: 'en',
        channel: '',
      } as const;
      const target = { ...at, direct: false, user: owner, shared: false, opens: 'new' } as const;
      const [option] = data.options ?? [];
      const text = option !== undefined && 'value' in option ? String(option.value) : '';
      const asked: Asked = {
        id: `discord:${id}`,
        by: `discord:user:${owner}`,
        text,
        event: { data, target },
      };
      await accept(asked);
      await answer(asked, async (reply) => {
        await api.edit(target, renderForDiscord(reply, { say, owner }), { last: true });
        return undefined;
      });
    },
  });
  await connection.login();
}

await pay();
await Promise.all([
  TELEGRAM_TOKEN === undefined ? undefined : serveTelegram(TELEGRAM_TOKEN),
  DISCORD_TOKEN === undefined ? undefined : serveDiscord(DISCORD_TOKEN),
]);
