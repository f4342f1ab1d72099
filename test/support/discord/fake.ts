import { once } from 'node:events';
import type { DiscordMessage } from '../../../src/adapters/discord/render.ts';
import { createSkippingClock } from '../clocks/skipping.ts';
import { address, createGatewayServer } from './gateway.ts';
import type { LooseMessage } from './limits.ts';
import { readMarkdown } from './markdown.ts';
import { ASKER, CHANNEL, messageOf, OTHER, type SaidMessage, type Saying } from './people.ts';
import { createRest, type RestCall, type RestFault } from './rest.ts';
import {
  APPLICATION,
  botShape,
  channelShape,
  createWorld,
  directChannelOf,
  type Forbidden,
  GUILD,
  guildShape,
  ROLE,
  type WorldInteraction,
  type WorldMessage,
} from './world.ts';

export { ASKER, CHANNEL, GUILD, OTHER };

/** The place and the person of an action; by default the asker, on a server. */
export interface Scene {
  readonly user?: string;
  readonly channel?: string;
  readonly place?: 'server' | 'foreign-server' | 'bot-dm';
  /** A forged id in place of the id of the button. */
  readonly customId?: string;
  /** The language of the person's Discord. */
  readonly locale?: string;
}

/** A file as a person attaches it. */
export interface Attachment {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Discord on the loopback: gateway and REST, with people on it. */
export type FakeDiscord = Awaited<ReturnType<typeof openDiscord>>;

export interface FakeDiscordOptions {
  /** The URL of the gateway that Discord gives the bot; by default the right one. */
  readonly gatewayUrl?: string;
  /** Called with every call as it comes in. */
  readonly onCall?: (call: RestCall) => void;
  /** Called when the bot is connected. */
  readonly onIdentified?: () => void;
}

/** Stops by itself when the test has finished. */
export async function startDiscord(options?: FakeDiscordOptions): Promise<FakeDiscord> {
  // Vitest can only be loaded in tests.
  const { expect, onTestFinished } = await import('vitest');
  const discord = await openDiscord(options);
  onTestFinished(async () => {
    await discord.close();
    expect(discord.rest.violations).toEqual([]);
  });
  return discord;
}

/** For code outside of tests, and for tests that share one Discord. The caller closes it. */
export async function openDiscord({ gatewayUrl, onCall, onIdentified }: FakeDiscordOptions = {}) {
  const clock = createSkippingClock();
  let editedAt = 0;
  const rest = createRest(() => world, onCall);
  const guilds = () => [guildShape(world, [CHANNEL])];
  const gateway = createGatewayServer(rest.http, { guilds, onIdentified });
  const world = createWorld(clock, () => gatewayUrl ?? address(rest.http));
  rest.http.listen(0, '127.0.0.1');
  await once(rest.http, 'listening');
  const origin = address(rest.http).replace('ws:', 'http:');
  const interact = (
    { user = ASKER, channel = CHANNEL, place = placeOf(user, channel), locale = 'en-US' }: Scene,
    event: { readonly type: number; readonly [part: string]: unknown },
    pressed?: WorldMessage,
  ): WorldInteraction => {
    const interaction = world.begin({ user, channel, isForm: event.type === 5, pressed });
    gateway.dispatch('INTERACTION_CREATE', { ...common(interaction, place), locale, ...event });
    return interaction;
  };
  const attach = ({ name, bytes }: Attachment): { readonly id: string } => {
    const id = world.nextId();
    const path = `/attachments/${id}/${name}`;
    world.attachments.set(path, bytes);
    const url = `${origin}${path}?ex=1&is=1&hm=1`;
    const file = {
      filename: name,
      size: bytes.byteLength,
      url,
      proxy_url: url,
      content_type: 'text/csv',
    };
    return { ...file, id };
  };
  const tell = (event: string, message: SaidMessage): SaidMessage => {
    world.said.set(message.id, message);
    gateway.dispatch(event, message);
    return message;
  };
  return {
    apiUrl: `${origin}/api`,
    /** The base URL of attachments. */
    attachmentOrigin: origin,
    clock,
    world,
    gateway,
    rest,
    /** Uses a slash command. */
    command: (
      name: string,
      options: Readonly<Record<string, string | boolean | Attachment>>,
      scene: Scene = {},
    ): WorldInteraction => {
      const attachments: Record<string, object> = {};
      const chosen = Object.entries(options).map(([option, value]) => {
        if (typeof value !== 'object') {
          return { name: option, type: typeof value === 'boolean' ? 5 : 3, value };
        }
        const attached = attach(value);
        attachments[attached.id] = attached;
        return { name: option, type: 11, value: attached.id };
      });
      const data = { id: '1', type: 1, name, options: chosen, resolved: { attachments } };
      return interact(scene, { type: 2, data });
    },
    /**
     * Fills in the form that was opened, and sends it. `id` and `field` replace what Discord sends:
     * a client can make them up.
     */
    fillIn: (
      { form, user, channel }: WorldInteraction,
      text: string,
      {
        id = form?.custom_id,
        field = {},
      }: { readonly id?: string | undefined; readonly field?: object } = {},
    ): WorldInteraction => {
      const input = {
        type: 4,
        custom_id: form?.components?.[0]?.component?.custom_id,
        value: text,
        ...field,
      };
      const data = { custom_id: id, components: [{ type: 18, id: 1, component: input }] };
      return interact({ user, channel }, { type: 5, data });
    },
    /** Chooses an entry of a message's menu. */
    menu: (name: string, message: object, scene: Scene = {}): WorldInteraction => {
      const messages = { 42: { ...shownMessage('42', scene.channel ?? CHANNEL), ...message } };
      return interact(scene, {
        type: 2,
        data: { id: '2', type: 3, name, target_id: '42', resolved: { messages } },
      });
    },
    /** Types into an option. `madeUp` replaces what Discord sends: a client can make it up. */
    type: (
      name: string,
      option: string,
      value: string,
      { isPublic = false, madeUp = {} } = {},
    ): WorldInteraction => {
      const typed = { name: option, type: 3, value, focused: true, ...madeUp };
      const options = isPublic ? [{ name: 'public', type: 5, value: true }, typed] : [typed];
      return interact({}, { type: 4, data: { id: '1', type: 1, name, options } });
    },
    /** Writes a message. */
    say: (
      text: string,
      { files = [], ...saying }: Saying & { readonly files?: readonly Attachment[] } = {},
    ): SaidMessage => {
      const attachments = [...(saying.attachments ?? []), ...files.map(attach)];
      return tell('MESSAGE_CREATE', messageOf(world, text, { ...saying, attachments }));
    },
    /** Edits a message. The saying has to be the same as before. */
    edit: ({ id }: { readonly id: string }, text: string, saying?: Saying): SaidMessage => {
      // No person edits twice in a millisecond, but a test may.
      editedAt = Math.max(clock.now(), editedAt + 1);
      const edited_timestamp = new Date(editedAt).toISOString();
      return tell('MESSAGE_UPDATE', { ...messageOf(world, text, saying, id), edited_timestamp });
    },
    /** Presses the newest button with this label. */
    press: (label: string, scene: Scene = {}): WorldInteraction => {
      const { message, customId } = buttonIn(world.messages, label);
      const { id, channel, only, body } = message;
      const shown = {
        ...shownMessage(id, channel),
        author: botShape(),
        flags: only === undefined ? 0 : 64,
        components: body.components ?? [],
      };
      const data = { component_type: 2, custom_id: scene.customId ?? customId };
      return interact({ channel, ...scene }, { type: 3, message: shown, data }, message);
    },
    /** Takes this permission in the channel from the bot. */
    forbid: (channel: string, ...what: Forbidden[]): void => {
      world.forbidden.set(channel, what);
      gateway.dispatch('CHANNEL_UPDATE', channelShape(world, channel));
    },
    fail: (fault: Omit<RestFault, 'times'> & { readonly times?: number }): void => {
      rest.faults.push({ times: 1, ...fault });
    },
    /** Everything a person reads, as one text: whispers to this person, and shared messages. */
    shownTo: (user: string): string =>
      world.messages
        .filter(({ only }) => only === undefined || only === user)
        .map(shownText)
        .join('\n\n'),
    /** The calls whose line (`METHOD /path`) matches. */
    calls: (pattern: RegExp): readonly RestCall[] =>
      rest.calls.filter(({ line }) => pattern.test(line)),
    close: async (): Promise<void> => {
      gateway.shutDown();
      rest.http.closeAllConnections();
      rest.http.close();
    },
  };
}

/** A message of somebody, as an interaction brings it along. */
function shownMessage(id: string, channel_id: string): object {
  return {
    id,
    channel_id,
    type: 0,
    flags: 0,
    content: '',
    components: [],
    embeds: [],
    attachments: [],
    mentions: [],
    mention_roles: [],
    timestamp: new Date().toISOString(),
    author: { id: OTHER },
    message_reference: { type: 1, message_id: '2', channel_id: '3' },
  };
}

function placeOf(user: string, channel: string): NonNullable<Scene['place']> {
  return channel === directChannelOf(user) ? 'bot-dm' : 'server';
}

/** The kind of place ("Interaction Context Types"), and its server. */
const PLACES: Readonly<
  Record<NonNullable<Scene['place']>, readonly [context: number, guild?: string]>
> = {
  server: [0, GUILD],
  'foreign-server': [0, '600000000000000007'],
  'bot-dm': [1],
};

function common(
  { id, token, user: userId, channel }: WorldInteraction,
  place: keyof typeof PLACES,
): object {
  const [context, guild_id] = PLACES[place];
  const user = {
    id: userId,
    username: 'someone',
    discriminator: '0',
    global_name: null,
    avatar: null,
  };
  const member = {
    user,
    roles: [ROLE],
    permissions: '0',
    joined_at: new Date(0).toISOString(),
    flags: 0,
  };
  return {
    id,
    token,
    context,
    application_id: APPLICATION,
    version: 1,
    channel_id: channel,
    entitlements: [],
    authorizing_integration_owners: {},
    attachment_size_limit: 10_485_760,
    channel: { id: channel, type: guild_id === undefined ? 1 : 0, guild_id },
    ...(guild_id === undefined
      ? { user }
      : { guild_id, guild: { id: guild_id, locale: 'en-US', features: [] }, member }),
  };
}

function buttonIn(messages: readonly WorldMessage[], label: string) {
  const buttons = messages.flatMap((message) =>
    (message.body.components ?? []).flatMap(({ components }) =>
      components.map((button) => ({ message, label: button.label, customId: button.custom_id })),
    ),
  );
  const found = buttons.findLast((button) => button.label === label);
  if (found === undefined) throw new Error(`no message has a button "${label}"`);
  return found;
}

/** The whole text of a message. Discord formats neither footers nor labels of buttons. */
export function shownText({ loading, body, files }: WorldMessage): string {
  const { content = '', embeds = [], components = [] } = body;
  const labels = components.flatMap((row) => row.components.map(({ label }) => `[${label}]`));
  return [
    ...(loading ? ['(thinking)'] : []),
    readMarkdown(content).text,
    ...embeds.flatMap(({ title = '', description = '', footer }) => [
      readMarkdown(title).text,
      readMarkdown(description).text,
      footer?.text ?? '',
    ]),
    ...labels,
    ...files.map(({ name }) => `(${name})`),
  ]
    .filter((text) => text !== '')
    .join('\n');
}

/** A rendered reply as Discord stores it. */
export function sentOf({ body, files }: DiscordMessage): WorldMessage {
  return {
    id: '1',
    channel: '1',
    only: undefined,
    loading: false,
    body: body as LooseMessage,
    files: files.map(({ name, data }) => ({ name, text: String(data) })),
  };
}

/**
 * The markup and pings that Discord sees in texts which should be shown as they are. Leaves out the
 * bot's own bold labels, headings and code.
 */
export function obeyedIn({ body }: WorldMessage): string[] {
  const { content = '', embeds = [], allowed_mentions: mentions } = body;
  const texts = [
    content,
    ...embeds.flatMap(({ title = '', description = '' }) => [title, description]),
  ];
  const markup = texts
    .flatMap((text) => readMarkdown(text).markup)
    .filter((kind) => !OUR_OWN.includes(kind));
  // Without this list Discord pings everyone the text names.
  return mentions?.parse?.length === 0 ? markup : [...markup, 'pings'];
}

const OUR_OWN = ['bold', 'heading', 'code', 'small'];
