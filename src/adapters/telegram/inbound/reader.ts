import type { Message, Update } from 'grammy/types';
import { z } from 'zod';
import { type Clock, HOUR_MS } from '../../../core/clock.ts';
import { imeisIn } from '../../../imei/find/find.ts';
import type { Log } from '../../../ops/log/log.ts';
import { rowNamed } from '../../../store/seal/sealed-rows.ts';
import { askedNameIn, askedPayload } from '../button-data.ts';
import type { Answered } from '../memory/answered.ts';
import type { PlatformMemory } from '../memory/memory.ts';
import type { InlineChecks } from './inline-checks.ts';
import { checkNameIn, type Heard, type Reading, readUpdate } from './receive.ts';

/** A message can be edited for 48 h. */
const MESSAGE_KEPT_MS = 48 * HOUR_MS;

const NOTHING_KEPT = Promise.resolve();

const noted = z.object({ updateId: z.int(), imeis: z.string(), changed: z.boolean() });

/** What {@link createReader} works with. */
export interface ReaderNeeds {
  readonly reading: Reading;
  /** undefined where what one process knows by itself is enough. */
  readonly shared: PlatformMemory | undefined;
  readonly inlineChecks: InlineChecks;
  readonly answered: Answered;
  readonly clock: Clock;
  readonly log: Log;
}

/** An update as it was read. */
export interface Read {
  readonly heard: Heard;
  /**
   * Resolves when what is new is stored; never rejects. The update is confirmed only then. The request is written down
   * meanwhile, so that one sync of the disk serves both rows.
   */
  readonly kept: Promise<unknown>;
}

/**
 * Reads updates with the memory shared by all processes, since updates of one chat may arrive at any of them, by webhook or
 * after a change of leader. What others know of an album or an edited message is read before, and what is new is stored
 * afterwards. If that memory fails, an update is read as if this process were alone; the failure never rejects.
 */
export function createReader({
  reading,
  shared,
  inlineChecks,
  answered,
  clock,
  log,
}: ReaderNeeds): (update: Update) => Promise<Read> {
  const readAlone = async (update: Update): Promise<Heard> => {
    const { callback_query: query, chosen_inline_result: chosen } = update;
    if (chosen?.inline_message_id !== undefined)
      await inlineChecks.posted(chosen.inline_message_id, chosen.from.id);
    const name = checkNameIn(update);
    const message = query?.inline_message_id;
    const check =
      name === undefined || query === undefined || message === undefined
        ? undefined
        : await inlineChecks.find(name, { message, by: query.from.id });
    const heard = readUpdate(update, { ...reading, linked: await linkedIn(inlineChecks, update) }, check);
    if (update.edited_message !== undefined) return toTheAnswer(answered, heard);
    return withStart(inlineChecks, heard);
  };
  if (shared === undefined) return async (update) => ({ heard: await readAlone(update), kept: NOTHING_KEPT });
  const { rows, hash } = shared;
  const { albums, edits } = reading;
  const quietly = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log.debug({ err: error }, 'What other processes know of a message could not be found out or told');
    }
  };
  const nameOf = (message: Message): string => `telegram message ${message.chat.id}:${message.message_id}`;
  const recallEdited = async (message: Message): Promise<void> => {
    const row = await rowNamed(shared.rows, shared, nameOf(message));
    if (row !== undefined) edits.learn(message, noted.parse(JSON.parse(row)));
  };
  const keep = async (message: Message, heard: Heard): Promise<void> => {
    const known = edits.noted(message);
    // Nothing is stored of messages between people; an edit that turns one into a request is missed by other processes.
    if (known === undefined || (heard.kind !== 'ask' && known.imeis === '')) return;
    await rows.put(hash(nameOf(message)), JSON.stringify(known), {
      expiresAt: clock.now() + MESSAGE_KEPT_MS,
    });
  };
  return async (update) => {
    const { message, edited_message: edited } = update;
    const either = message ?? edited;
    const picture = either?.media_group_id === undefined ? undefined : either;
    if (picture !== undefined) await quietly(() => albums.recall(picture));
    if (edited !== undefined) await quietly(() => recallEdited(edited));
    const heard = await readAlone(update);
    const kept = Promise.all([
      either && quietly(() => keep(either, heard)),
      picture && quietly(() => albums.share(picture)),
    ]);
    return { heard, kept };
  };
}

/** What a deep link to the private chat asks again. */
async function linkedIn(
  inlineChecks: Pick<InlineChecks, 'asked'>,
  { message }: Update,
): Promise<string | undefined> {
  const name = askedNameIn(message?.text ?? '');
  if (name === undefined || message?.from === undefined || message.chat.type !== 'private') return undefined;
  return inlineChecks.asked(name, message.from.id);
}

/** The numbers that the asker alone may see can be asked again in the private chat, in case Telegram does not show them there. */
async function withStart(inlineChecks: Pick<InlineChecks, 'keep'>, heard: Heard): Promise<Heard> {
  if (heard.kind !== 'ask' || heard.target.where !== 'ephemeral' || heard.target.start !== undefined)
    return heard;
  const { ask } = heard.request;
  const text = ask.kind === 'command' && ask.options.kind === 'text' ? ask.options.text : '';
  const imeis = imeisIn(text);
  if (imeis.length === 0) return heard;
  const name = await inlineChecks.keep({ owner: heard.target.user, text: imeis.join(' ') });
  if (name === undefined) return heard;
  const target = { ...heard.target, start: askedPayload(name) };
  return { ...heard, target, request: { ...heard.request, target } };
}

/** An edited question changes its answer. */
async function toTheAnswer(answered: Answered, heard: Heard): Promise<Heard> {
  if (heard.kind !== 'ask' || heard.target.where !== 'chat') return heard;
  const target = await answered.targetFor(heard.target);
  return { ...heard, target, request: { ...heard.request, target } };
}
