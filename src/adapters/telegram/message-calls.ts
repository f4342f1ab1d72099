import { type Api, InputFile } from 'grammy';
import type { Message } from 'grammy/types';
import type { ReplyFile } from '../../core/reply/reply.ts';
import { type MessageTarget, shownIn } from '../delivery/target.ts';
import type { Urgency } from '../delivery/transport.ts';
import { visibleLine } from '../rendering/visible-text.ts';
import type { TelegramBot } from './api/bot.ts';
import { TelegramFailure, toTelegramFailure } from './api/failure.ts';
import {
  type ChatPlace,
  type EphemeralPlace,
  isGroup,
  type TelegramPlace,
  type TelegramTarget,
} from './places.ts';
import { AS_HTML, type TelegramMessage } from './render.ts';

const PHOTO_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg']);

/**
 * The calls that send and change messages.
 * @throws TelegramFailure from each method, or the error of a bug
 */
export class MessageCalls {
  readonly #telegram: TelegramBot;

  constructor(telegram: TelegramBot) {
    this.#telegram = telegram;
  }

  /** Sends a message, to the supergroup if the group has become one. */
  async send(
    target: TelegramTarget,
    message: TelegramMessage,
    urgency: Urgency,
  ): Promise<MessageTarget<TelegramPlace>> {
    try {
      return await this.#send(target, message, urgency);
    } catch (error) {
      const { newChat } = toTelegramFailure(error);
      if (newChat === undefined) throw error;
      return this.#send({ ...target, place: inNewChat(target.place, newChat) }, message, urgency);
    }
  }

  /** Changes a message. Succeeds if the message has this content already. */
  async edit(
    target: MessageTarget<TelegramPlace>,
    message: TelegramMessage,
    urgency: Urgency,
  ): Promise<void> {
    try {
      await this.#edit(target, message, urgency);
    } catch (error) {
      const failure = toTelegramFailure(error);
      if (failure.code !== 'not-modified') throw failure;
    }
  }

  /** Sends a file as a reply to a message. */
  async sendFile({ place, message }: MessageTarget<TelegramPlace>, file: ReplyFile): Promise<void> {
    const { api } = this.#telegram.bot;
    const below = place.where === 'chat' ? { ...place, replyTo: Number(message.id) } : place;
    const caption = visibleLine(file.altText ?? '');
    const options =
      caption === '' ? placeParameters(below) : { ...placeParameters(below), caption };
    const input = new InputFile(file.data, file.name);
    if (PHOTO_TYPES.has(file.contentType)) {
      await api.sendPhoto(place.chat, input, options).catch(throwFailure);
    } else await api.sendDocument(place.chat, input, options).catch(throwFailure);
  }

  async #send(
    target: TelegramTarget,
    message: TelegramMessage,
    urgency: Urgency,
  ): Promise<MessageTarget<TelegramPlace>> {
    const { place } = target;
    const sent = await this.#apiFor(urgency)
      .sendMessage(place.chat, message.html, {
        ...AS_HTML,
        ...placeParameters(place),
        reply_markup: markupOf(message, place),
      })
      .catch(throwFailure);
    const id = place.where === 'chat' ? sent.message_id : await this.#ephemeralIdOrDelete(sent);
    return shownIn(target, String(id));
  }

  /** Deletes a message that an older server has shown to everybody. */
  async #ephemeralIdOrDelete(sent: Message.TextMessage): Promise<number> {
    if (sent.ephemeral_message_id !== undefined) return sent.ephemeral_message_id;
    await this.#telegram.bot.api.deleteMessage(sent.chat.id, sent.message_id).catch(throwFailure);
    throw new TelegramFailure('rejected', 'Telegram showed everyone what one person may see');
  }

  async #edit(
    { place, message }: MessageTarget<TelegramPlace>,
    { html, keyboard }: TelegramMessage,
    urgency: Urgency,
  ): Promise<void> {
    const api = this.#apiFor(urgency);
    const content = { ...AS_HTML, reply_markup: { inline_keyboard: keyboard } };
    const id = Number(message.id);
    if (place.where === 'chat') await api.editMessageText(place.chat, id, html, content);
    else await api.editEphemeralMessageText(place.chat, place.user, id, html, content);
  }

  /** Progress has calls of its own, which are dropped when the limits are nearly reached. */
  #apiFor(urgency: Urgency): Api {
    const { bot, progress } = this.#telegram;
    return urgency === 'last' ? bot.api : progress;
  }
}

/**
 * Leaves out the library's error, which contains the whole message and the URL with the token.
 * @throws TelegramFailure, or the error of a bug
 */
function throwFailure(error: unknown): never {
  throw toTelegramFailure(error);
}

/** The place in the supergroup that a group has become. It has no messages of the group. */
function inNewChat(place: TelegramPlace, chat: number): TelegramPlace {
  return place.where === 'chat' ? { ...place, chat, replyTo: undefined } : { ...place, chat };
}

function markupOf({ keyboard, answerHint }: TelegramMessage, place: TelegramPlace) {
  if (answerHint === undefined || !isGroup(place)) return { inline_keyboard: keyboard };
  // Opens a reply field for the asker: in privacy mode the bot receives only replies to it.
  return {
    force_reply: true,
    selective: true,
    input_field_placeholder: answerHint,
  } as const;
}

/** The parameters of a place: its topic, the message to reply to, and the reader of a whisper. */
function placeParameters(place: TelegramPlace) {
  const topic = place.thread === undefined ? {} : { message_thread_id: place.thread };
  return {
    ...topic,
    ...(place.where === 'chat' ? replyParameters(place) : ephemeralParameters(place)),
  };
}

function replyParameters({ replyTo }: ChatPlace) {
  if (replyTo === undefined) return {};
  return { reply_parameters: { message_id: replyTo, allow_sending_without_reply: true } };
}

function ephemeralParameters({ user, trigger }: EphemeralPlace) {
  const { query, message } = trigger ?? {};
  const receiver = { receiver_user_id: user };
  const parameters = {
    ephemeral_message_parameters:
      query === undefined ? receiver : { ...receiver, callback_query_id: query },
  };
  if (message === undefined) return parameters;
  return { ...parameters, reply_parameters: { ephemeral_message_id: message } };
}
