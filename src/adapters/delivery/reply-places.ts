import { AnswerWaits, type ReplyTarget } from '../../core/adapter/request-event.ts';
import { reply, type ShownReply } from '../../core/reply/reply.ts';
import type { PlainKey, SayFor } from '../../format/texts/say.ts';
import type { Log } from '../../ops/log/log.ts';
import type { Questions } from './questions.ts';
import type { ReplyState, ReplyWriter } from './reply-writer.ts';
import { hasOwnMessage, movedTo, replacesAnother, type Target, withoutMessage } from './target.ts';
import type { RenderedMessage, Transport } from './transport.ts';

/** The parts that all replies of one platform share. */
export interface PlacesContext<Place extends ReplyTarget, Message extends RenderedMessage> {
  readonly transport: Transport<Place, Message>;
  readonly writer: ReplyWriter<Place, Message>;
  readonly questions: Pick<Questions, 'previousReply' | 'saveReply'>;
  readonly sayFor: SayFor;
  readonly log: Log;
  /** Called when an answer has to wait until its asker contacts the bot again. */
  readonly onWaiting: (requestId: string) => void;
}

/** A place of a reply: {@link ReplyPlaces} lists them. */
type PlaceName = 'own' | 'whisper' | 'private-chat' | 'invitation';

/** The state is not shown in this place, so the next one is tried. */
interface NextPlace {
  readonly kind: 'next';
  /** The line above the reply in the places that follow. */
  readonly preface?: string | undefined;
  /** The error of the call, if the bot may not write there. */
  readonly error?: unknown;
}

/** The result of showing a state in one place. */
type Outcome<Place> = { readonly kind: 'shown'; readonly target: Target<Place> } | NextPlace;

/** This reply does not have such a place, or the answer cannot be shown there. */
const NO_PLACE: NextPlace = { kind: 'next' };

/**
 * The places of one reply. A state goes to the first of these places that takes it:
 *
 * 1. `own`: the message that shows the reply, else the message with the reply to the question
 *    before its edit, else a new message. If others read there and the reply is only for its asker,
 *    a `whisper` instead.
 * 2. `private-chat`, if the place before was a `whisper`, or if the state is the last one.
 * 3. `invitation` to the private chat, if the state is the last one.
 * 4. none: the last state waits until the asker contacts the bot again.
 *
 * A notice never replaces another reply. It is shown below it.
 */
export class ReplyPlaces<Place extends ReplyTarget, Message extends RenderedMessage> {
  readonly #context: PlacesContext<Place, Message>;
  #isPrivateChatClosed = false;

  constructor(context: PlacesContext<Place, Message>) {
    this.#context = context;
  }

  /**
   * Shows a state, and resolves with its target. Resolves with undefined if no place shows the
   * state and it is not the last one.
   */
  async show(before: Target<Place>, state: ReplyState): Promise<Target<Place> | undefined> {
    const target = await this.#ownTarget(before, state);
    let stateForNext = state;
    let error: unknown;
    for (const place of this.#placesFor(target, state)) {
      const outcome = await this.#showIn(place, target, stateForNext);
      if (outcome.kind === 'shown') return outcome.target;
      if (outcome.error !== undefined) error = outcome.error;
      if (outcome.preface !== undefined) stateForNext = { ...state, preface: outcome.preface };
    }
    return state.isLast ? this.#waitForContact(target, state, error) : undefined;
  }

  /** The places that a state may go to, in the order above. */
  #placesFor(target: Target<Place>, state: ReplyState): readonly PlaceName[] {
    const isWhisper = this.#needsWhisper(target, state);
    if (state.isLast) return [isWhisper ? 'whisper' : 'own', 'private-chat', 'invitation'];
    return isWhisper ? ['whisper', 'private-chat'] : ['own'];
  }

  /** @throws the error of the call if the call failed and may work there later */
  #showIn(place: PlaceName, target: Target<Place>, state: ReplyState): Promise<Outcome<Place>> {
    switch (place) {
      case 'own':
        return this.#showInPlace(target, state);
      case 'whisper':
        return this.#whisper(target, state);
      case 'private-chat':
        return this.#showPrivately(target, state);
      case 'invitation':
        return this.#invite(target);
    }
  }

  /** Whether others can read at the place, and must not read the reply. */
  #needsWhisper({ place }: Target<Place>, { reply }: ReplyState): boolean {
    return reply.isPrivate && this.#context.transport.audienceAt(place) === 'shared';
  }

  /** The outcome if too much time has passed to write to the place of the target. */
  #expired({ locale }: Target<Place>): NextPlace {
    return { kind: 'next', preface: this.#context.sayFor(locale)('delivery.late') };
  }

  async #ownTarget(target: Target<Place>, { reply }: ReplyState): Promise<Target<Place>> {
    return reply.kind === 'notice' ? this.#belowOthers(target) : this.#inPreviousReply(target);
  }

  /** A target that replaces no other reply. */
  #belowOthers(target: Target<Place>): Target<Place> {
    if (!replacesAnother(target)) return target;
    return { ...withoutMessage(target), place: this.#context.transport.placeBelow(target) };
  }

  /** The reply to an edited question takes the place of the reply before the edit. */
  async #inPreviousReply(target: Target<Place>): Promise<Target<Place>> {
    const { message, question } = target;
    if (message !== undefined || question === undefined) return target;
    const previous = await this.#context.questions.previousReply(question);
    if (previous === undefined) return target;
    return { ...target, message: { id: previous, shows: 'another-reply' } };
  }

  async #showInPlace(target: Target<Place>, state: ReplyState): Promise<Outcome<Place>> {
    if (!this.#context.transport.isOpen(target)) return this.#expired(target);
    try {
      return { kind: 'shown', target: await this.#writeReply(target, state) };
    } catch (error) {
      // Progress goes nowhere else.
      if (!state.isLast) throw error;
      const next = this.#nextAfter(error, target);
      if (this.#context.transport.audienceAt(target.place) !== 'shared') return next;
      // Nothing in that chat can point to the answer, so the answer says why it is elsewhere.
      const elsewhere = this.#context.sayFor(target.locale)('delivery.elsewhere');
      return { kind: 'next', preface: next.preface ?? elsewhere, error: next.error };
    }
  }

  /**
   * Decides what a failed call means for the next place.
   * @throws the error if it may work here later
   */
  #nextAfter(error: unknown, target: Target<Place>): NextPlace {
    const failure = this.#context.transport.failureOf(error, target);
    if (failure === 'expired') return this.#expired(target);
    if (failure === 'closed') return { kind: 'next', error };
    throw error;
  }

  async #writeReply(target: Target<Place>, state: ReplyState): Promise<Target<Place>> {
    const { writer, questions } = this.#context;
    const shown = await writer.write(target, state);
    const { reply, isLast } = state;
    if (shown.question !== undefined && reply.kind !== 'notice') {
      void questions.saveReply(shown.question, { messageId: shown.message.id, isLast });
    }
    return shown;
  }

  /** Shows the state as a whisper in the same chat. */
  async #whisper(target: Target<Place>, state: ReplyState): Promise<Outcome<Place>> {
    const { transport, writer } = this.#context;
    const place = transport.whisperPlace?.(target);
    if (place === undefined) return NO_PLACE;
    if (!transport.isOpen(target)) return this.#expired(target);
    const whispered = movedTo(target, place);
    try {
      // Removed first: on Discord, a whisper would take the place of “thinking”, and everybody who
      // sees that could read it.
      if (hasOwnMessage(target)) await transport.remove?.(target);
      return { kind: 'shown', target: await writer.write(whispered, state) };
    } catch (error) {
      return this.#nextAfter(error, whispered);
    }
  }

  async #showPrivately(target: Target<Place>, state: ReplyState): Promise<Outcome<Place>> {
    const { transport, writer } = this.#context;
    const place = transport.privateChat(target.place);
    if (place === undefined || (this.#isPrivateChatClosed && !state.isLast)) {
      return NO_PLACE;
    }
    const inPrivateChat = movedTo(target, place);
    try {
      const shown = await writer.write(inPrivateChat, state);
      if (this.#needsWhisper(target, state)) {
        await this.#pointToAnswer(target, state, 'delivery.answeredPrivately');
      }
      return { kind: 'shown', target: shown };
    } catch (error) {
      const next = this.#nextAfter(error, inPrivateChat);
      this.#isPrivateChatClosed = true;
      if (!state.isLast) throw error;
      return next;
    }
  }

  /** Invites the asker to the private chat. */
  async #invite(target: Target<Place>): Promise<Outcome<Place>> {
    const { transport, writer } = this.#context;
    const isInPrivateChat = transport.audienceAt(target.place) === 'private-chat';
    if (transport.invitation === undefined || isInPrivateChat) return NO_PLACE;
    const invitation = await transport.invitation(this.#belowOthers(target));
    const invited = await writer.writeMessage(invitation.target, invitation.message, 'answer');
    // If it waits, the invitation is sent, but nothing shows the answer yet.
    return invitation.answerWaits ? NO_PLACE : { kind: 'shown', target: invited };
  }

  /**
   * Ends a try to show the last state, which waits until the requester contacts the bot.
   * @param error of the call that the platform refused, if there was one
   * @throws AnswerWaits always
   */
  async #waitForContact(target: Target<Place>, state: ReplyState, error: unknown): Promise<never> {
    const { transport, onWaiting } = this.#context;
    onWaiting(target.request);
    if (state.reply.isPrivate && transport.invitation === undefined) {
      await this.#pointToAnswer(target, state, 'delivery.answerWaits');
    }
    throw new AnswerWaits(error);
  }

  /** Says in the chat where the answer is, in place of the progress if there is some. */
  async #pointToAnswer(target: Target<Place>, state: ReplyState, words: PlainKey): Promise<void> {
    const { transport, writer, sayFor, log } = this.#context;
    const isRead = transport.audienceAt(target.place) === 'shared' && transport.isOpen(target);
    if (!isRead || !(hasOwnMessage(target) || isMissed(target, state))) return;
    const pointer = { reply: sentence(sayFor(target.locale)(words)), isLast: true };
    await writer.write(this.#belowOthers(target), pointer).catch((error: unknown) => {
      log.debug({ err: error }, 'It was not said where an answer is');
    });
  }
}

/** Whether the asker expects a reply there. Nobody waits for a notice about a pressed button. */
function isMissed<Place>({ question }: Target<Place>, { reply }: ReplyState): boolean {
  return reply.kind !== 'notice' || question !== undefined;
}

function sentence(text: string): ShownReply {
  return reply({ tone: 'neutral', title: '', summary: text });
}
