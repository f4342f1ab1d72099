import type { RequestData } from '@discordjs/rest';
import { Routes } from '../sdk.ts';
import type { MessagePayload } from './render.ts';

/** Limit for a call that only tells how far a reply is: the answer waits for the one under way. */
const PROGRESS_DEADLINE_MS = 2_500;
/** A channel that does not say soon what it belongs to delays no answer. */
const LOOK_DEADLINE_MS = 2_000;

type Method = 'get' | 'post' | 'patch' | 'put' | 'delete';
interface CallData extends RequestData {
  /** Until when it may wait for rate limits; long by default. */
  readonly deadlineMs?: number;
}

/** Makes a call with its retries; rejects with a `DiscordFault` that has been logged. */
export type Call = (method: Method, route: `/${string}`, data?: CallData) => Promise<unknown>;

/** How long a call may take that shows a state: what only tells how far a reply is gives up soon. */
export function patienceFor(last: boolean): Pick<CallData, 'deadlineMs'> {
  return last ? {} : { deadlineMs: PROGRESS_DEADLINE_MS };
}

/** A file in the form of the library. */
export function rawFile({ name, contentType, data }: MessagePayload['files'][number]) {
  return { name, contentType, data };
}

/** A text in an answer; empty if there is none. */
export function textField(answer: unknown, name: string): string {
  const value: unknown =
    typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined;
  return typeof value === 'string' ? value : '';
}

/** How a message is sent. */
export interface Sending {
  /** Discord makes no second message of the same `nonce` within a few minutes, but returns the first. */
  readonly nonce?: string | undefined;
  /** The message it replies to, in the same channel. */
  readonly replyTo?: string | undefined;
  /** Gives up soon if false. */
  readonly last?: boolean;
}

/** The calls of the bot itself in channels. */
export interface MessageCalls {
  /** Resolves with the id of the direct message channel of a person. */
  directChannel(user: string): Promise<string>;
  /** Sends a message; resolves with its id. */
  send(channel: string, message: MessagePayload, how?: Sending): Promise<string>;
  /** Changes one of its messages; gives up soon if the reply is not complete with it. */
  editMessage(
    at: { readonly channel: string; readonly message: string },
    message: MessagePayload,
    state: { readonly last: boolean },
  ): Promise<void>;
  /** Deletes one of its messages. */
  deleteMessage(at: { readonly channel: string; readonly message: string }): Promise<void>;
  /** Shows for ten seconds, or until the next message, that the bot is typing. */
  type(channel: string): Promise<void>;
  /** What a channel is part of: the channel of a thread, or the category; undefined if it is part of nothing. */
  parentOf(channel: string): Promise<string | undefined>;
}

/** Creates them over the calls of the bot. */
export function messageCalls(call: Call): MessageCalls {
  return {
    directChannel: async (user) =>
      textField(await call('post', Routes.userChannels(), { body: { recipient_id: user } }), 'id'),
    send: async (channel, { body, files }, { nonce, replyTo, last = true } = {}) => {
      const sent = await call('post', Routes.channelMessages(channel), {
        body: {
          ...body,
          ...(nonce !== undefined && { nonce, enforce_nonce: true }),
          ...(replyTo !== undefined && {
            message_reference: { message_id: replyTo, fail_if_not_exists: false },
          }),
        },
        files: files.map(rawFile),
        ...patienceFor(last),
      });
      return textField(sent, 'id');
    },
    editMessage: async ({ channel, message }, { body, files }, { last }) => {
      const route = Routes.channelMessage(channel, message);
      await call('patch', route, { body, files: files.map(rawFile), ...patienceFor(last) });
    },
    deleteMessage: async ({ channel, message }) => {
      await call('delete', Routes.channelMessage(channel, message));
    },
    type: async (channel) => {
      await call('post', Routes.channelTyping(channel), patienceFor(false));
    },
    parentOf: async (channel) =>
      textField(await call('get', Routes.channel(channel), { deadlineMs: LOOK_DEADLINE_MS }), 'parent_id') ||
      undefined,
  };
}
