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

/** Source of both: "Receiving and Responding to Interactions" in Discord's documentation. */
const ACKNOWLEDGE_WITHIN_MS = 3_000;
const TOKEN_LIFE_MS = 15 * 60_000;

export interface Call {
  readonly method: string;
  /** Without version and query. */
  readonly path: string;
  readonly body: unknown;
  readonly files: WorldMessage['files'];
  /** Whether the call has the token of the bot. */
  readonly authorized: boolean;
}

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers a call like Discord. A call that breaks a rule gets the error of Discord. */
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

const UNKNOWN_MESSAGE = refusal(404, 10_008, 'Unknown Message');

type Handler = (world: World, call: Call, parts: readonly string[]) => Answer;

interface Callback {
  readonly type: number;
  readonly data?: LooseMessage & LooseModal & { readonly choices?: WorldInteraction['choices'] };
}

const DONE: Answer = { status: 204 };

/** "Interaction Callback Type". */
const CALLBACKS: {
  readonly [type: number]: (
    world: World,
    interaction: WorldInteraction,
    data: NonNullable<Callback['data']>,
  ) => readonly string[];
} = {
  // "Thinking".
  5: (world, interaction, body) => {
    interaction.original = respond(world, interaction, { body, loading: true });
    return [];
  },
  // The pressed message.
  6: (_, interaction) => {
    interaction.original = interaction.pressed;
    return [];
  },
  // Choices of a text that is typed.
  8: (_, interaction, { choices = [] }) => {
    interaction.choices = choices;
    const texts = choices.flatMap(({ name, value }) => [name, value]);
    const isRefused =
      choices.length > 25 || texts.some((text) => text.length < 1 || text.length > 100);
    return isRefused ? ['choices: Must be between 1 and 100 in length'] : [];
  },
  // A form. "Not available for MODAL_SUBMIT and PING interactions."
  9: (_, interaction, form) => {
    const problems = interaction.isForm ? ['type: not available here'] : modalProblems(form);
    if (problems.length === 0) interaction.form = form;
    return problems;
  },
};

function respond(
  world: World,
  { channel, user }: WorldInteraction,
  { body, loading }: Pick<WorldMessage, 'body' | 'loading'>,
): WorldMessage {
  const only = ((body.flags ?? 0) & EPHEMERAL) === 0 ? undefined : user;
  return world.post({ channel, only, loading, body, files: [], ofInteraction: true });
}

const acknowledge: Handler = (world, { body }, [id, token = '']) => {
  const interaction = world.interactions.get(token);
  const isLate =
    interaction === undefined || world.clock.now() - interaction.at > ACKNOWLEDGE_WITHIN_MS;
  if (isLate || interaction.id !== id) return refusal(404, 10_062, 'Unknown interaction');
  if (interaction.acknowledged) {
    return refusal(400, 40_060, 'Interaction has already been acknowledged.');
  }
  const { type, data = {} } = body as Callback;
  interaction.acknowledged = true;
  const problems = CALLBACKS[type]?.(world, interaction, data) ?? ['type: unknown'];
  return problems.length > 0 ? malformed(problems) : DONE;
};

/** A route that names the token of an interaction, and so needs no login. */
function byToken(
  handler: (world: World, call: Call, interaction: WorldInteraction, id: string) => Answer,
): Handler {
  return (world, call, [application, token = '', id = '']) => {
    const interaction = world.interactions.get(token);
    if (application !== APPLICATION || interaction?.acknowledged !== true) {
      return refusal(404, 10_015, 'Unknown Webhook');
    }
    if (world.clock.now() - interaction.at > TOKEN_LIFE_MS) {
      return refusal(401, 50_027, 'Invalid Webhook Token');
    }
    return handler(world, call, interaction, id);
  };
}

const ofInteraction = byToken(({ messages }, call, { original }, id) => {
  const found = messages.find((message) => message.id === (id === '@original' ? original?.id : id));
  if (found === undefined) return UNKNOWN_MESSAGE;
  if (call.method === 'PATCH') return checked(call, () => rewrite(found, call));
  messages.splice(messages.indexOf(found), 1);
  return DONE;
});

const followUp = byToken((world, call, interaction) =>
  checked(call, () => {
    const { original } = interaction;
    // As documented: the first follow-up to a deferred answer takes its place, with its visibility.
    if (original?.loading === true && world.messages.includes(original)) {
      return rewrite(original, call);
    }
    const body = call.body as LooseMessage;
    return rewrite(respond(world, interaction, { body, loading: false }), call);
  }),
);

function asBot(handler: Handler): Handler {
  return (world, call, parts) =>
    call.authorized && world.tokenIsGood
      ? handler(world, call, parts)
      : refusal(401, 0, '401: Unauthorized');
}

/**
 * Why the bot may not write there; undefined if it may. The numbers are those of "JSON Error
 * Codes"; "Permissions" says what a message without "Embed Links" cannot have.
 */
function refusedIn(world: World, channel: string, { body }: Call): Answer | undefined {
  if (world.closedDms.has(personIn(channel) ?? '')) {
    return refusal(403, 50_007, 'Cannot send messages to this user');
  }
  const { content = '', embeds = [] } = body as LooseMessage;
  const forbidden: readonly Forbidden[] = world.forbidden.get(channel) ?? [];
  if (forbidden.includes('send')) return refusal(403, 50_013, 'Missing Permissions');
  // Without "Embed Links" embeds are left out, and nothing may be left.
  if (forbidden.includes('embed') && embeds.length > 0 && content === '') {
    return refusal(400, 50_006, 'Cannot send an empty message');
  }
  return undefined;
}

const send = asBot((world, call, [channel = '']) => {
  const refused = refusedIn(world, channel, call);
  if (refused !== undefined) return refused;
  const body = call.body as LooseMessage;
  // "Create Message", `enforce_nonce`: "If another message was created by the same author with the
  // same nonce, that message will be returned and no new message will be created." Since it may
  // have been deleted meanwhile, it may be unknown.
  const { nonce = '' } = body;
  const same = world.nonces.get(nonce);
  if (same !== undefined && !world.messages.includes(same)) return UNKNOWN_MESSAGE;
  const where = { channel, only: personIn(channel), loading: false, files: call.files };
  return checked(call, () => {
    const message = same ?? world.post({ ...where, body });
    if (nonce !== '') world.nonces.set(nonce, message);
    return message;
  });
});

const editInChannel = asBot((world, call, [channel = '', id]) => {
  const found = world.messages.find((message) => message.id === id && message.channel === channel);
  if (found === undefined) return UNKNOWN_MESSAGE;
  return refusedIn(world, channel, call) ?? checked(call, () => rewrite(found, call));
});

const application = asBot(() => ({ status: 200, body: { id: APPLICATION, name: 'IMEI' } }));

const commands = asBot((world, { body }) => {
  world.commands = (body as object[]).map((command) => ({
    version: '1',
    application_id: APPLICATION,
    ...command,
    id: world.nextId(),
  }));
  return { status: 200, body: world.commands };
});

/** "Get Gateway Bot". */
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

const ROUTES: readonly (readonly [RegExp, Handler])[] = [
  [/^POST \/interactions\/(\d+)\/([^/]+)\/callback$/u, acknowledge],
  [/^(?:PATCH|DELETE) \/webhooks\/(\d+)\/([^/]+)\/messages\/([^/]+)$/u, ofInteraction],
  [/^POST \/webhooks\/(\d+)\/([^/]+)$/u, followUp],
  [
    /^POST \/users\/@me\/channels$/u,
    asBot((world, { body }) => {
      const { recipient_id: user } = body as { recipient_id: string };
      return { status: 200, body: channelShape(world, directChannelOf(user)) };
    }),
  ],
  [/^POST \/channels\/(\d+)\/messages$/u, send],
  [/^PATCH \/channels\/(\d+)\/messages\/(\d+)$/u, editInChannel],
  [
    /^GET \/channels\/\d+\/messages\/(\d+)$/u,
    asBot(({ said }, _, [id = '']) =>
      said.has(id) ? { status: 200, body: said.get(id) } : UNKNOWN_MESSAGE,
    ),
  ],
  [
    /^POST \/channels\/(\d+)\/typing$/u,
    asBot(({ typed }, _, [channel = '']) => {
      typed.push(channel);
      return DONE;
    }),
  ],
  [
    /^GET \/channels\/(\d+)$/u,
    asBot((world, _, [id = '']) => ({ status: 200, body: channelShape(world, id) })),
  ],
  [/^GET \/gateway\/bot$/u, gateway],
  [/^GET \/applications\/@me$/u, application],
  [/^PUT \/applications\/\d+\/commands$/u, commands],
];

function malformed(problems: readonly string[]): Answer {
  const errors = { _errors: problems.map((problem) => ({ code: 'BASE_TYPE', message: problem })) };
  return { status: 400, body: { code: 50_035, message: 'Invalid Form Body', errors } };
}

function checked(call: Call, write: () => WorldMessage): Answer {
  const problems = formProblems(call.body);
  return problems.length > 0 ? malformed(problems) : { status: 200, body: shapeOf(write()) };
}

function rewrite(old: WorldMessage, { body, files }: Call): WorldMessage {
  return Object.assign(old, {
    body: { ...old.body, ...(body as LooseMessage) },
    files,
    loading: false,
  });
}
