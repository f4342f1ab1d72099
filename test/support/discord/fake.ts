import { once } from 'node:events';
import type { RenderedMessage } from '../../../src/adapters/discord/render.ts';
import { createSkippingClock, type SkippingClock } from '../clocks/skipping.ts';
import { address, createGatewayServer, type FakeGateway, type GatewayOptions } from './gateway.ts';
import type { LooseMessage } from './limits.ts';
import { readMarkdown } from './markdown.ts';
import { ASKER, CHANNEL, messageOf, OTHER, type SaidMessage, type Saying } from './people.ts';
import { createRest, type RestFault, type RestOptions, type RestServer } from './rest.ts';
import {
  APPLICATION,
  botShape,
  channelShape,
  createWorld,
  type Forbidden,
  GUILD,
  guildShape,
  ROLE,
  type World,
  type WorldInteraction,
  type WorldMessage,
} from './world.ts';

export { ASKER, CHANNEL, GUILD, OTHER };

/** Where and by whom something is done; by default by the asker, on a server. */
export interface Scene {
  readonly user?: string;
  readonly channel?: string;
  readonly place?: 'server' | 'foreign-server' | 'bot-dm' | 'other-dm';
  /** What a client has made up instead of the id of the button. */
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
export interface FakeDiscord {
  readonly apiUrl: string;
  /** Where attachments are served. */
  readonly attachmentOrigin: string;
  readonly clock: SkippingClock;
  readonly world: World;
  readonly gateway: FakeGateway;
  readonly rest: RestServer;
  /** Uses a slash command. */
  command(
    name: string,
    options: Readonly<Record<string, string | boolean | Attachment>>,
    scene?: Scene,
  ): WorldInteraction;
  /** Fills in the form that was opened, and sends it; with another id, as a client could make it up. */
  fillIn(
    form: WorldInteraction,
    text: string,
    forged?: { readonly id?: string; readonly option?: string },
  ): WorldInteraction;
  /** Chooses an entry of a message's menu. */
  menu(name: string, message: object, scene?: Scene): WorldInteraction;
  /** Types into an option. */
  type(name: string, option: string, text: string): WorldInteraction;
  /** Writes a message. */
  say(
    text: string,
    saying?: Omit<Saying, 'attachments'> & { readonly files?: readonly Attachment[] },
  ): SaidMessage;
  /** Changes what was said; the saying is that of before. */
  edit(message: SaidMessage, text: string, saying?: Saying): SaidMessage;
  /** Presses the newest button with this label. */
  press(label: string, scene?: Scene): WorldInteraction;
  /** Sends the same event once more. */
  repeat(event: WorldInteraction | SaidMessage): void;
  /** The bot may not do this in the channel any more. */
  forbid(channel: string, ...what: Forbidden[]): void;
  fail(fault: Omit<RestFault, 'times'> & { readonly times?: number }): void;
  /** What a person sees, in one text: their own and what is for everyone. */
  shownTo(user: string): string;
  /** The calls whose line (`METHOD /path`) matches. */
  calls(pattern: RegExp): RestServer['calls'];
  /** Cannot be reached any more, until the returned function is called. */
  leave(): () => Promise<void>;
  close(): Promise<void>;
}

export interface FakeDiscordOptions {
  /** Where the gateway says it is; where it is by default. */
  readonly gatewayUrl?: string;
  /** Told of every call as it comes in. */
  readonly onCall?: RestOptions['onCall'];
  readonly onIdentified?: GatewayOptions['onIdentified'];
}

export async function startFakeDiscord({
  gatewayUrl,
  ...options
}: FakeDiscordOptions = {}): Promise<FakeDiscord> {
  const clock = createSkippingClock();
  const rest = createRest(() => world, options);
  const guilds = () => [guildShape(world, [CHANNEL])];
  const gateway = createGatewayServer(rest.http, { guilds, ...options });
  const world = createWorld(clock, () => gatewayUrl ?? address(rest.http));
  rest.http.listen(0, '127.0.0.1');
  await once(rest.http, 'listening');
  const events = new Map<WorldInteraction, object>();
  const interact = (
    { user = ASKER, channel = CHANNEL, place = 'server', locale = 'en-US' }: Scene,
    event: object,
    pressed?: WorldMessage,
  ): WorldInteraction => {
    const isForm = 'type' in event && event.type === 5;
    const interaction = world.begin({ user, channel, isForm, ...(pressed && { pressed }) });
    const whole = { ...common(interaction, place), locale, ...event };
    events.set(interaction, whole);
    gateway.dispatch('INTERACTION_CREATE', whole);
    return interaction;
  };
  const attach = ({ name, bytes }: Attachment): { readonly id: string } => {
    const id = world.nextId();
    const path = `/attachments/${id}/${name}`;
    world.attachments.set(path, bytes);
    const url = `${address(rest.http).replace('ws:', 'http:')}${path}?ex=1&is=1&hm=1`;
    return {
      ...{ filename: name, size: bytes.byteLength, url, proxy_url: url, content_type: 'text/csv' },
      id,
    };
  };
  return {
    apiUrl: `${address(rest.http).replace('ws:', 'http:')}/api`,
    attachmentOrigin: address(rest.http).replace('ws:', 'http:'),
    clock,
    world,
    gateway,
    rest,
    command: (name, options, scene = {}) => {
      const attachments: Record<string, object> = {};
      const given = Object.entries(options).map(([option, value]) => {
        if (typeof value !== 'object')
          return { name: option, type: typeof value === 'boolean' ? 5 : 3, value };
        const attached = attach(value);
        attachments[attached.id] = attached;
        return { name: option, type: 11, value: attached.id };
      });
      return interact(scene, {
        type: 2,
        data: { id: '1', type: 1, name, options: given, resolved: { attachments } },
      });
    },
    fillIn: ({ form, user, channel }, text, { id, option } = {}) => {
      const input = {
        type: 4,
        custom_id: option ?? form?.components?.[0]?.component?.custom_id,
        value: text,
      };
      const data = { custom_id: id ?? form?.custom_id, components: [{ type: 18, id: 1, component: input }] };
      return interact({ user, channel }, { type: 5, data });
    },
    menu: (name, message, scene = {}) =>
      interact(scene, {
        type: 2,
        data: {
          ...{ id: '2', type: 3, name, target_id: '42' },
          resolved: { messages: { 42: { ...shownMessage('42', scene.channel ?? CHANNEL), ...message } } },
        },
      }),
    type: (name, option, text) =>
      interact(
        {},
        {
          type: 4,
          data: { id: '1', type: 1, name, options: [{ name: option, type: 3, value: text, focused: true }] },
        },
      ),
    say: (text, { files = [], ...saying } = {}) => {
      const message = messageOf(world, text, { ...saying, attachments: files.map(attach) });
      world.said.set(message.id, message);
      gateway.dispatch('MESSAGE_CREATE', message);
      return message;
    },
    edit: ({ id }, text, saying) => {
      const edited_timestamp = new Date(clock.now()).toISOString();
      const message = { ...messageOf(world, text, saying, id), edited_timestamp };
      world.said.set(id, message);
      gateway.dispatch('MESSAGE_UPDATE', message);
      return message;
    },
    press: (label, scene = {}) => {
      const { message, customId } = buttonIn(world.messages, label);
      return interact(
        { channel: message.channel, ...scene },
        {
          type: 3,
          message: {
            ...shownMessage(message.id, message.channel),
            flags: message.only === undefined ? 0 : 64,
            components: message.body.components ?? [],
            author: botShape(),
          },
          data: { component_type: 2, custom_id: scene.customId ?? customId },
        },
        message,
      );
    },
    repeat: (event) =>
      'token' in event && 'acknowledged' in event
        ? gateway.replay('INTERACTION_CREATE', events.get(event as WorldInteraction))
        : gateway.replay('MESSAGE_CREATE', event),
    forbid: (channel, ...what) => {
      world.forbidden.set(channel, what);
      gateway.dispatch('CHANNEL_UPDATE', channelShape(world, channel));
    },
    fail: (fault) => rest.faults.push({ times: 1, ...fault }),
    shownTo: (user) =>
      world.messages
        .filter(({ only }) => only === undefined || only === user)
        .map(shownText)
        .join('\n\n'),
    calls: (pattern) => rest.calls.filter(({ line }) => pattern.test(line)),
    leave: () => {
      const { port } = new URL(address(rest.http));
      gateway.drop();
      rest.http.close();
      rest.http.closeAllConnections();
      return async () => {
        rest.http.listen(Number(port), '127.0.0.1');
        await once(rest.http, 'listening');
      };
    },
    close: async () => {
      gateway.shutDown();
      rest.http.closeAllConnections();
      rest.http.close();
    },
  };
}

/** A message of somebody, as an interaction brings it along. */
function shownMessage(id: string, channel_id: string): object {
  return {
    ...{ id, channel_id, type: 0, flags: 0, content: '', components: [], embeds: [], attachments: [] },
    ...{ mentions: [], mention_roles: [], timestamp: new Date().toISOString(), author: { id: OTHER } },
    message_reference: { type: 1, message_id: '2', channel_id: '3' },
  };
}

function common({ id, token, user, channel }: WorldInteraction, place: NonNullable<Scene['place']>): object {
  const guild = {
    server: GUILD,
    'foreign-server': '600000000000000007',
    'bot-dm': undefined,
    'other-dm': undefined,
  }[place];
  const person = { id: user, username: 'someone', discriminator: '0', global_name: null, avatar: null };
  return {
    id,
    token,
    application_id: APPLICATION,
    version: 1,
    channel_id: channel,
    entitlements: [],
    authorizing_integration_owners: {},
    attachment_size_limit: 10_485_760,
    context: { server: 0, 'foreign-server': 0, 'bot-dm': 1, 'other-dm': 2 }[place],
    channel: guild === undefined ? { id: channel, type: 1 } : { id: channel, type: 0, guild_id: guild },
    ...(guild !== undefined
      ? {
          guild_id: guild,
          guild: { id: guild, locale: 'en-US', features: [] },
          member: {
            user: person,
            roles: [ROLE],
            permissions: '0',
            joined_at: new Date(0).toISOString(),
            deaf: false,
            mute: false,
            flags: 0,
          },
        }
      : { user: person }),
  };
}

function buttonIn(
  messages: readonly WorldMessage[],
  label: string,
): { message: WorldMessage; customId: string } {
  for (const message of messages.toReversed()) {
    const buttons = (message.body.components ?? []).flatMap(({ components }) => components);
    const button = buttons.find((one) => one.label === label);
    if (button !== undefined) return { message, customId: button.custom_id };
  }
  throw new Error(`no message has a button "${label}"`);
}

/** All that is to be read in a message. Footers and labels of buttons know no Markdown. */
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

/** A rendered reply as Discord has it. */
export function sentOf({ body, files }: RenderedMessage): WorldMessage {
  return {
    ...{ id: '1', channel: '1', only: undefined, loading: false, body: body as LooseMessage },
    files: files.map(({ name, data }) => ({ name, text: String(data) })),
  };
}

/** What Discord made of texts that should be shown as they are: our own bold labels, headings and code aside. */
export function obeyedIn({ body }: WorldMessage): string[] {
  const { content = '', embeds = [], allowed_mentions: mentions } = body;
  const texts = [content, ...embeds.flatMap(({ title = '', description = '' }) => [title, description])];
  const markup = texts.flatMap((text) => readMarkdown(text).markup).filter((kind) => !OUR_OWN.includes(kind));
  // Without this list Discord pings everyone the text names.
  return mentions?.parse?.length === 0 ? markup : [...markup, 'pings'];
}

const OUR_OWN = ['bold', 'heading', 'code', 'small'];
