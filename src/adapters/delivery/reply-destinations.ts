import { type ReplyTarget, ReplyWaits } from '../../core/adapter/request-event.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { ownTarget, replacingNothing } from './own-target.ts';
import { ReplyPointer } from './reply-pointer.ts';
import type { ReplyState } from './reply-writer.ts';
import { hasOwnMessage, movedTo, type Target } from './target.ts';
import type { RenderedMessage } from './transport.ts';

/** A way for a state to reach its asker: {@link ReplyDestinations} lists them. */
type Destination = 'own' | 'whisper' | 'private-chat' | 'invitation';

/** The result of showing a state at one destination. */
type Outcome<Place> = { readonly kind: 'shown'; readonly target: Target<Place> } | NotShown;

/** The state is not shown there, so the next destination is tried. */
interface NotShown {
  readonly kind: 'not-shown';
  /** The line above the reply at the destinations that follow. */
  readonly preface?: string | undefined;
  /** The error of the call, if the bot may not write there. */
  readonly error?: unknown;
}

/** This reply does not have such a destination, or cannot be shown there. */
const NOT_SHOWN: NotShown = { kind: 'not-shown' };

/**
 * The destinations of one reply. A state goes to the first of them that takes it:
 *
 *     the last state       own or whisper ──> private-chat ──> invitation ──> waits
 *     each state before    own
 *                          whisper ──> private-chat
 *
 * - `own`: the place of the reply; `own-target` says in which message.
 * - `whisper`: instead, if others read there and the reply is only for its asker.
 * - `private-chat`: the private chat with the asker.
 * - `invitation`: a message by which the asker opens the private chat.
 *
 * A reply that waits is shown once its asker contacts the bot again.
 */
export class ReplyDestinations<Place extends ReplyTarget, Message extends RenderedMessage> {
  readonly #context: DeliveryContext<Place, Message>;
  readonly #pointer: ReplyPointer<Place, Message>;
  #isPrivateChatClosed = false;

  constructor(context: DeliveryContext<Place, Message>) {
    this.#context = context;
    this.#pointer = new ReplyPointer(context);
  }

  /**
   * Shows a state, and resolves with its target. Resolves with undefined if no destination shows
   * the state and it is not the last one.
   * @throws ReplyWaits if none shows the last state, or the error of a call that may work later
   */
  async show(target: Target<Place>, state: ReplyState): Promise<Target<Place> | undefined> {
    const own = await ownTarget(target, state, this.#context);
    let stateForNext = state;
    let error: unknown;
    for (const destination of this.#destinationsFor(own, state)) {
      const outcome = await this.#showAt(destination, own, stateForNext);
      if (outcome.kind === 'shown') return outcome.target;
      if (outcome.error !== undefined) error = outcome.error;
      if (outcome.preface !== undefined) stateForNext = { ...state, preface: outcome.preface };
    }
    return state.isLast ? this.#giveUpUntilContact(own, state, error) : undefined;
  }

  /** The destinations of a state, in the order above. */
  #destinationsFor(target: Target<Place>, state: ReplyState): readonly Destination[] {
    const isWhisper = this.#needsWhisper(target, state);
    if (state.isLast) return [isWhisper ? 'whisper' : 'own', 'private-chat', 'invitation'];
    return isWhisper ? ['whisper', 'private-chat'] : ['own'];
  }

  /** Whether others can read at the place, and must not read the reply. */
  #needsWhisper({ place }: Target<Place>, { reply }: ReplyState): boolean {
    return reply.isPrivate && this.#context.transport.audienceAt(place) === 'shared';
  }

  /** @throws the error of the call if the call failed and may work there later */
  #showAt(
    destination: Destination,
    target: Target<Place>,
    state: ReplyState,
  ): Promise<Outcome<Place>> {
    switch (destination) {
      case 'own':
        return this.#showInOwnPlace(target, state);
      case 'whisper':
        return this.#showAsWhisper(target, state);
      case 'private-chat':
        return this.#showInPrivateChat(target, state);
      case 'invitation':
        return this.#invite(target);
    }
  }

  async #showInOwnPlace(target: Target<Place>, state: ReplyState): Promise<Outcome<Place>> {
    if (!this.#context.transport.isOpen(target)) return this.#expired(target);
    try {
      return { kind: 'shown', target: await this.#writeReply(target, state) };
    } catch (error) {
      // Progress of `own` goes nowhere else.
      if (!state.isLast) throw error;
      const notShown = this.#notShownOrThrow(error, target);
      const othersRead = this.#context.transport.audienceAt(target.place) === 'shared';
      if (!othersRead) return notShown;
      // Nothing in that chat can point to the reply, so the reply says why it is elsewhere.
      const elsewhere = this.#context.sayFor(target.locale)('delivery.elsewhere');
      return { ...notShown, preface: notShown.preface ?? elsewhere };
    }
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

  async #showAsWhisper(target: Target<Place>, state: ReplyState): Promise<Outcome<Place>> {
    const { transport, writer } = this.#context;
    const place = transport.whisperPlace?.(target);
    if (place === undefined) return NOT_SHOWN;
    if (!transport.isOpen(target)) return this.#expired(target);
    const whispered = movedTo(target, place);
    try {
      // Removed first: on Discord, a whisper would take the place of “thinking”, and everybody who
      // sees that could read it.
      if (hasOwnMessage(target)) await transport.remove?.(target);
      return { kind: 'shown', target: await writer.write(whispered, state) };
    } catch (error) {
      return this.#notShownOrThrow(error, whispered);
    }
  }

  async #showInPrivateChat(target: Target<Place>, state: ReplyState): Promise<Outcome<Place>> {
    const { transport, writer } = this.#context;
    const place = transport.privateChat(target.place);
    if (place === undefined || (this.#isPrivateChatClosed && !state.isLast)) {
      return NOT_SHOWN;
    }
    const inPrivateChat = movedTo(target, place);
    try {
      const shown = await writer.write(inPrivateChat, state);
      if (this.#needsWhisper(target, state)) {
        await this.#pointer.show(target, state, 'delivery.answeredPrivately');
      }
      return { kind: 'shown', target: shown };
    } catch (error) {
      const notShown = this.#notShownOrThrow(error, inPrivateChat);
      // After the line above, which throws if the chat may take a message later.
      this.#isPrivateChatClosed = true;
      // Progress goes nowhere else.
      if (!state.isLast) throw error;
      return notShown;
    }
  }

  /** Invites the asker to the private chat. */
  async #invite(target: Target<Place>): Promise<Outcome<Place>> {
    const { transport, writer } = this.#context;
    const isInPrivateChat = transport.audienceAt(target.place) === 'private-chat';
    if (transport.invitation === undefined || isInPrivateChat) return NOT_SHOWN;
    const invitation = await transport.invitation(replacingNothing(target, transport));
    try {
      const invited = await writer.writeMessage(invitation.target, invitation.message, 'last');
      // The reply is shown once its asker follows the invitation: either that repeats the request,
      // and the invitation stands for the reply until then, or the reply waits.
      return invitation.replyWaits ? NOT_SHOWN : { kind: 'shown', target: invited };
    } catch (error) {
      return this.#notShownOrThrow(error, invitation.target);
    }
  }

  /** The outcome if too much time has passed to write to the place of the target. */
  #expired({ locale }: Target<Place>): NotShown {
    return { ...NOT_SHOWN, preface: this.#context.sayFor(locale)('delivery.late') };
  }

  /**
   * The outcome of a call that failed because the bot may not write there, now or at all.
   * @throws the error if the call failed for another reason: it may work there later
   */
  #notShownOrThrow(error: unknown, target: Target<Place>): NotShown {
    const failure = this.#context.transport.failureOf(error, target);
    if (failure === 'expired') return this.#expired(target);
    if (failure === 'closed') return { ...NOT_SHOWN, error };
    throw error;
  }

  /**
   * Ends an attempt to show the last state, which waits until its asker contacts the bot.
   * @param error of the call that the platform refused, if there was one
   * @throws ReplyWaits always
   */
  async #giveUpUntilContact(
    target: Target<Place>,
    state: ReplyState,
    error: unknown,
  ): Promise<never> {
    const { transport, onWaiting } = this.#context;
    onWaiting(target.request);
    // An invitation says so by itself, and in the place of a reply for all nothing can be shown.
    if (state.reply.isPrivate && transport.invitation === undefined) {
      await this.#pointer.show(target, state, 'delivery.answerWaits');
    }
    throw new ReplyWaits(error);
  }
}
