import { formProblems, type LooseMessage, type LooseModal, modalProblems } from './limits.ts';
import {
  APPLICATION,
  channelShape,
  directChannelOf,
  EPHEMERAL,
  type Forbidden,
  personIn,
  shapeOf,
  type World,
  type WorldInteraction,
  type WorldMessage,
} from './world.ts';

/** Both by "Receiving and Responding to Interactions" of Discord's documentation. */
const ACKNOWLEDGE_WITHIN_MS = 3_000;
const TOKEN_LIFE_MS = 15 * 60_000;

export interface Call {
  readonly method: string;
  /** Without version and query. */
  readonly path: string;
  /** Commands are asked for in all their languages. */
  readonly withLocalizations: boolean;
  readonly body: unknown;
  readonly files: WorldMessage['files'];
  /** It bears the token of the bot. */
  readonly authorized: boolean;
}

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What Discord answers: it keeps its rules, and says so in its own way when one is broken. */
export function answerCall(world: World, call: Call): Answer {
  for (const [pattern, handler] of ROUTES) {
    const found = pattern.exec(`${call.method} ${call.path}`);
    if (found !== null) return handler(world, call, found.slice(1));
  }
  return refusal(404, 0, '404: Not Found');
}

export function refusal(status: number, code: number, message: string): Answer {
  return { status, body: { code, message } };
}

const UNKNOWN_INTERACTION = refusal(404, 10_062, 'Unknown interaction');

type Handler = (world: World, call: Call, parts: readonly string[]) => Answer;
type CallbackHandler = (world: World, interaction: WorldInteraction, data: CallbackData) => Answer;

interface CallbackData extends LooseMessage {
  readonly choices?: readonly { readonly name: string; readonly value: string }[];
}

const acknowledge: Handler = (world, { body }, [id, token = '']) => {
  const interaction = world.interactions.get(token);
  if (interaction === undefined || interaction.id !== id) return UNKNOWN_INTERACTION;
  if (world.clock.now() - interaction.at > ACKNOWLEDGE_WITHIN_MS) return UNKNOWN_INTERACTION;
  if (interaction.acknowledged) return refusal(400, 40_060, 'Interaction has already been acknowledged.');
  const { type, data = {} } = body as { type: number; data?: CallbackData };
  interaction.acknowledged = true;
  if (type === MODAL) return openForm(interaction, (body as { data?: LooseModal }).data ?? {});
  return CALLBACKS.get(type)?.(world, interaction, data) ?? malformed(['type: unknown']);
};

const MODAL = 9;

function openForm(interaction: WorldInteraction, form: LooseModal): Answer {
  // "Not available for MODAL_SUBMIT and PING interactions."
  const problems = interaction.isForm ? ['type: not available here'] : modalProblems(form);
  if (problems.length > 0) return malformed(problems);
  interaction.form = form;
  return { status: 204 };
}

const CALLBACKS: ReadonlyMap<number, CallbackHandler> = new Map<number, CallbackHandler>([
  [
    4,
    (world, interaction, data) => {
      const problems = formProblems(data);
      if (problems.length > 0) return malformed(problems);
      const only = ((data.flags ?? 0) & EPHEMERAL) === 0 ? undefined : interaction.user;
      const { channel } = interaction;
      interaction.original = world.post({
        channel,
        only,
        loading: false,
        body: data,
        files: [],
        ofInteraction: true,
      });
      return { status: 204 };
    },
  ],
  [
    5,
    (world, interaction, { flags = 0 }) => {
      const only = (flags & EPHEMERAL) === 0 ? undefined : interaction.user;
      const { channel } = interaction;
      interaction.original = world.post({
        channel,
        only,
        loading: true,
        body: {},
        files: [],
        ofInteraction: true,
      });
      return { status: 204 };
    },
  ],
  [
    6,
    (_, interaction) => {
      interaction.original = interaction.pressed;
      return { status: 204 };
    },
  ],
  [
    8,
    (_, interaction, { choices = [] }) => {
      const texts = choices.flatMap(({ name, value }) => [name, value]);
      if (choices.length > 25 || texts.some((text) => text.length < 1 || text.length > 100)) {
        return malformed(['choices: Must be between 1 and 100 in length']);
      }
      interaction.choices = choices;
      return { status: 204 };
    },
  ],
]);

/** By the token of an interaction, which needs no login. */
function byToken(
  handler: (world: World, call: Call, at: { interaction: WorldInteraction; id: string }) => Answer,
): Handler {
  return (world, call, [application, token = '', id = '']) => {
    const interaction = world.interactions.get(token);
    if (application !== APPLICATION || interaction?.acknowledged !== true) {
      return refusal(404, 10_015, 'Unknown Webhook');
    }
    if (world.clock.now() - interaction.at > TOKEN_LIFE_MS)
      return refusal(401, 50_027, 'Invalid Webhook Token');
    return handler(world, call, { interaction, id });
  };
}

const message = byToken(({ messages }, call, { interaction, id }) => {
  const wanted = id === '@original' ? interaction.original?.id : id;
  const found = messages.find((one) => one.id === wanted);
  if (found === undefined) return refusal(404, 10_008, 'Unknown Message');
  if (call.method === 'GET') return { status: 200, body: shapeOf(found) };
  if (call.method === 'PATCH') return checked(call, () => rewrite(found, call));
  messages.splice(messages.indexOf(found), 1);
  return { status: 204 };
});

const followUp = byToken((world, call, { interaction }) =>
  checked(call, () => {
    // As documented: the first follow-up to a deferred answer takes its place, with its visibility.
    if (interaction.original?.loading === true && world.messages.includes(interaction.original)) {
      return rewrite(interaction.original, call);
    }
    const { flags = 0 } = call.body as LooseMessage;
    const only = (flags & EPHEMERAL) === 0 ? undefined : interaction.user;
    return written(world, call, { channel: interaction.channel, only, ofInteraction: true });
  }),
);

function asBot(handler: Handler): Handler {
  return (world, call, parts) =>
    call.authorized && world.tokenIsGood ? handler(world, call, parts) : refusal(401, 0, '401: Unauthorized');
}

const openDm = asBot((world, { body }) => {
  const { recipient_id: user } = body as { recipient_id: string };
  return { status: 200, body: channelShape(world, directChannelOf(user)) };
});

/**
 * Why the bot may not write there; undefined if it may. The numbers are those of "JSON Error Codes"; "Permissions" tells what a
 * message without "Embed Links" or "Attach Files" cannot have.
 */
function refusedIn(world: World, channel: string, { body, files }: Call): Answer | undefined {
  const person = personIn(channel);
  if (person !== undefined && world.closedDms.has(person))
    return refusal(403, 50_007, 'Cannot send messages to this user');
  if (world.closedChannels.has(channel)) return refusal(403, 50_001, 'Missing Access');
  const { content = '', embeds = [] } = body as LooseMessage;
  const forbidden: readonly Forbidden[] = world.forbidden.get(channel) ?? [];
  const isMissing = (one: Forbidden, isUsed: boolean): boolean => isUsed && forbidden.includes(one);
  if (isMissing('send', true) || isMissing('attach', files.length > 0))
    return refusal(403, 50_013, 'Missing Permissions');
  // Without "Embed Links" embeds are left out, and nothing may be left.
  if (isMissing('embed', embeds.length > 0) && content === '')
    return refusal(400, 50_006, 'Cannot send an empty message');
  return undefined;
}

const send = asBot((world, call, [channel = '']) => {
  const refused = refusedIn(world, channel, call);
  if (refused !== undefined) return refused;
  const { nonce } = call.body as LooseMessage;
  // "Create Message", `enforce_nonce`: "If another message was created by the same author with the same nonce, that message will
  // be returned and no new message will be created."
  const same = world.messages.find(({ body }) => nonce !== undefined && body.nonce === nonce);
  const where = { channel, only: personIn(channel), ofInteraction: false };
  return checked(call, () => same ?? written(world, call, where));
});

const editInChannel = asBot((world, call, [channel = '', id]) => {
  const found = world.messages.find((one) => one.id === id && one.channel === channel);
  if (found === undefined) return refusal(404, 10_008, 'Unknown Message');
  return refusedIn(world, channel, call) ?? checked(call, () => rewrite(found, call));
});

const saidMessage = asBot(({ said }, _, [id = '']) => {
  const found = said.get(id);
  return found === undefined ? refusal(404, 10_008, 'Unknown Message') : { status: 200, body: found };
});

/** "Delete Message": a bot may delete its own wherever it sees the channel. */
const deleteInChannel = asBot((world, _, [channel = '', id]) => {
  const found = world.messages.find((one) => one.id === id && one.channel === channel);
  if (world.closedChannels.has(channel)) return refusal(403, 50_001, 'Missing Access');
  if (found === undefined) return refusal(404, 10_008, 'Unknown Message');
  world.messages.splice(world.messages.indexOf(found), 1);
  return { status: 204 };
});

const type = asBot((world, _, [channel = '']) => {
  world.typed.push(channel);
  return { status: 204 };
});

const channelOf = asBot((world, _, [id = '']) => ({ status: 200, body: channelShape(world, id) }));

const gateway = asBot(({ gatewayUrl, shards }) => ({
  status: 200,
  body: {
    url: gatewayUrl(),
    shards,
    session_start_limit: {
      total: 1_000,
      remaining: 999,
      reset_after: 3_600_000,
      max_concurrency: 16,
    },
  },
}));

const application = asBot((world, { method, body }) => {
  if (method === 'PATCH') {
    const { description } = body as { description: string };
    // "Application Object": at most 400 characters.
    if (description.length > 400) return malformed(['description: too long']);
    world.description = description;
  }
  return { status: 200, body: { id: APPLICATION, name: 'IMEI', description: world.description } };
});

const commands = asBot((world, { method, path, body, withLocalizations }) => {
  if (method === 'PUT') {
    // Discord adds to what it was given, and leaves out what says nothing.
    const added = {
      version: '1',
      application_id: APPLICATION,
      nsfw: false,
      default_member_permissions: null,
    };
    world.commands.set(
      path,
      (body as object[]).map((command) => ({ ...added, ...command, id: world.nextId() })),
    );
  }
  const known = world.commands.get(path) ?? [];
  return { status: 200, body: known.map((one) => localizedAs(one, withLocalizations)) };
});

/** Languages are told only when they are asked for, in an order of Discord's own. */
function localizedAs(value: unknown, asked: boolean): unknown {
  if (Array.isArray(value)) return value.map((member) => localizedAs(member, asked));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => asked || !key.endsWith('_localizations'))
      .map(([key, member]) => [
        key,
        key.endsWith('_localizations') && member !== null
          ? Object.fromEntries(Object.entries(member as object).toReversed())
          : localizedAs(member, asked),
      ]),
  );
}

const ROUTES: readonly (readonly [RegExp, Handler])[] = [
  [/^POST \/interactions\/(\d+)\/([^/]+)\/callback$/u, acknowledge],
  [/^(?:GET|PATCH|DELETE) \/webhooks\/(\d+)\/([^/]+)\/messages\/([^/]+)$/u, message],
  [/^POST \/webhooks\/(\d+)\/([^/]+)$/u, followUp],
  [/^POST \/users\/@me\/channels$/u, openDm],
  [/^POST \/channels\/(\d+)\/messages$/u, send],
  [/^GET \/channels\/\d+\/messages\/(\d+)$/u, saidMessage],
  [/^PATCH \/channels\/(\d+)\/messages\/(\d+)$/u, editInChannel],
  [/^DELETE \/channels\/(\d+)\/messages\/(\d+)$/u, deleteInChannel],
  [/^POST \/channels\/(\d+)\/typing$/u, type],
  [/^GET \/channels\/(\d+)$/u, channelOf],
  [/^GET \/gateway\/bot$/u, gateway],
  [/^(?:GET|PATCH) \/applications\/@me$/u, application],
  [/^(?:GET|PUT) \/applications\/\d+\/(?:guilds\/\d+\/)?commands$/u, commands],
];

function malformed(problems: readonly string[]): Answer {
  const errors = { _errors: problems.map((problem) => ({ code: 'BASE_TYPE', message: problem })) };
  return { status: 400, body: { code: 50_035, message: 'Invalid Form Body', errors } };
}

function checked(call: Call, write: () => WorldMessage): Answer {
  const problems = formProblems(call.body);
  return problems.length > 0 ? malformed(problems) : { status: 200, body: shapeOf(write()) };
}

function written(
  world: World,
  { body, files }: Call,
  where: Pick<WorldMessage, 'channel' | 'only' | 'ofInteraction'>,
): WorldMessage {
  return world.post({ ...where, loading: false, body: body as LooseMessage, files });
}

function rewrite(old: WorldMessage, { body, files }: Call): WorldMessage {
  old.body = { ...old.body, ...(body as LooseMessage) };
  old.files = files;
  old.loading = false;
  return old;
}
