import { createHash } from 'node:crypto';
import { type APIMessage, MessageFlags, Routes } from 'discord.js';
import { type MessageTarget, shownIn } from '../delivery/target.ts';
import type { Urgency } from '../delivery/transport.ts';
import type { DiscordConnection } from './api/connection.ts';
import { DiscordFailure, isFailure } from './api/failure.ts';
import type { DiscordPlace, DiscordTarget, InteractionPlace } from './places.ts';
import type { DiscordMessage } from './render.ts';

/** Discord takes at most 25 characters. */
const NONCE_LENGTH = 25;

type Route = `/${string}`;

interface WriteCall {
  readonly method: 'patch' | 'post';
  readonly route: Route;
  /** Parts of the body besides the rendered message. */
  readonly extraBody?: object;
  /** Whether the call is made only once, even if no answer comes. */
  readonly isSentOnce: boolean;
}

/**
 * The calls that send, change and delete messages. In a channel the bot writes with its own token,
 * in an interaction with that of the interaction.
 * @throws DiscordFailure from each method, or the error of a bug
 */
export class MessageCalls {
  readonly #connection: Pick<DiscordConnection, 'call'>;

  constructor(connection: Pick<DiscordConnection, 'call'>) {
    this.#connection = connection;
  }

  async send(
    target: DiscordTarget,
    message: DiscordMessage,
    urgency: Urgency,
  ): Promise<MessageTarget<DiscordPlace>> {
    const { place } = target;
    const { id } =
      place.where === 'interaction'
        ? await this.#sendToInteraction(place, message)
        : await this.#sendToChannel(target, message, urgency);
    return shownIn(target, id);
  }

  async edit(
    target: MessageTarget<DiscordPlace>,
    message: DiscordMessage,
    urgency: Urgency,
  ): Promise<void> {
    const route = await this.#routeOf(target);
    await this.#write(message, { method: 'patch', route, isSentOnce: urgency === 'progress' });
  }

  /** Deletes a message. Succeeds if it is gone already. */
  async remove(target: MessageTarget<DiscordPlace>): Promise<void> {
    const route = await this.#routeOf(target);
    await this.#delete(route).catch((error: unknown) => {
      if (!isFailure(error, 'message-gone')) throw error;
    });
  }

  async showTyping(place: DiscordPlace): Promise<void> {
    const route = Routes.channelTyping(await this.#channelOf(place));
    await this.#connection.call(({ rest }) => rest.post(route), { isSentOnce: true });
  }

  /** Sent once: Discord accepts no nonce here, so a second call could make a second message. */
  async #sendToInteraction(place: InteractionPlace, message: DiscordMessage): Promise<APIMessage> {
    const { application, token, isShared } = place;
    const sent = await this.#write(message, {
      method: 'post',
      route: Routes.webhook(application, token),
      extraBody: isShared ? {} : { flags: MessageFlags.Ephemeral },
      isSentOnce: true,
    });
    if (isShared || isEphemeral(sent)) return sent;
    // The message took the place of a "thinking" that everybody sees, so everybody can read it.
    await this.#delete(Routes.webhookMessage(application, token, sent.id));
    throw new DiscordFailure('rejected', 'Discord showed everyone what one person may see');
  }

  async #sendToChannel(
    target: DiscordTarget,
    message: DiscordMessage,
    urgency: Urgency,
  ): Promise<APIMessage> {
    const { place } = target;
    const reference = place.where === 'channel' ? referenceTo(place.replyTo) : {};
    return this.#write(message, {
      method: 'post',
      route: Routes.channelMessages(await this.#channelOf(place)),
      extraBody: { ...reference, ...nonceFor(target, urgency) },
      // Also for progress: with the nonce, another attempt makes no second message.
      isSentOnce: false,
    });
  }

  /** Does not use the library's managers, which would build objects from the response. */
  #write(
    { body, files }: DiscordMessage,
    { method, route, extraBody, isSentOnce }: WriteCall,
  ): Promise<APIMessage> {
    const request = { body: { ...body, ...extraBody }, files: [...files], auth: needsLogin(route) };
    return this.#connection.call(
      async ({ rest }) => (await rest[method](route, request)) as APIMessage,
      { isSentOnce },
    );
  }

  async #delete(route: Route): Promise<void> {
    await this.#connection.call(({ rest }) => rest.delete(route, { auth: needsLogin(route) }));
  }

  async #routeOf({ place, message }: MessageTarget<DiscordPlace>): Promise<Route> {
    if (place.where === 'interaction') {
      return Routes.webhookMessage(place.application, place.token, message.id);
    }
    return Routes.channelMessage(await this.#channelOf(place), message.id);
  }

  /** The library remembers the channels of direct messages. */
  async #channelOf(place: DiscordPlace): Promise<string> {
    if (place.where === 'channel') return place.channel;
    const { id } = await this.#connection.call((client) => client.users.createDM(place.user));
    return id;
  }
}

/** Whether the call needs the token of the bot. A route with that of an interaction does not. */
function needsLogin(route: Route): boolean {
  return !route.startsWith('/webhooks/');
}

function isEphemeral({ flags }: APIMessage): boolean {
  return ((flags ?? 0) & MessageFlags.Ephemeral) !== 0;
}

/** The part of the body that makes a message a reply to this one. */
function referenceTo(message_id: string) {
  return { message_reference: { message_id, fail_if_not_exists: false } };
}

/**
 * The nonce of a message. All attempts to send it share one, so that a repeated call makes no
 * second message. A message in place of a deleted one has another nonce: with the same one, Discord
 * would send nothing.
 */
function nonceFor({ request, place, message: deleted }: DiscordTarget, urgency: Urgency) {
  const hash = createHash('sha256')
    .update(`${urgency} ${place.where} ${request} ${deleted?.id ?? ''}`)
    .digest('base64url');
  return { nonce: hash.slice(0, NONCE_LENGTH), enforce_nonce: true } as const;
}
