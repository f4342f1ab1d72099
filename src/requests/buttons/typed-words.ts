import { LRUCache } from 'lru-cache';
import type { AskingEvent } from '../../core/adapter/request-event.ts';
import type { Principal } from '../../core/principal.ts';
import { isSaying } from '../../words/sayings.ts';
import { typedPress } from '../../words/typed-press.ts';
import { BUTTON_WORDS } from '../../words/understood.ts';
import type { Acceptance } from '../acceptance.ts';
import type { LiveRequest } from '../live-request.ts';
import type { LiveRequests } from '../live-requests.ts';
import type { Presses } from './presses.ts';

/** The most people whose last replies are remembered. Others have to press the buttons. */
const REMEMBERED = 2_000;
/** The most messages to remember. If a platform delivers one again, it is within minutes. */
const REMEMBERED_MEANINGS = 2_000;

/** Questions that people ask before they say “yes”: how long it takes, and what it costs. */
const ASKED_MEANWHILE = ['status', 'price'] as const;

/** The buttons of one message that a word can press. */
interface WordButtons {
  readonly tokens: readonly string[];
  /** The message that has them; undefined if the platform does not name messages. */
  readonly message: string | undefined;
}

type WordMeaning =
  | { readonly kind: 'itself' }
  | { readonly kind: 'press'; readonly token: string; readonly message: string | undefined }
  /** The word is meant for somebody else in the chat. */
  | { readonly kind: 'nothing' };

const ITSELF: WordMeaning = { kind: 'itself' };
const NOTHING: WordMeaning = { kind: 'nothing' };

interface TypedWordsOptions {
  readonly requests: Pick<LiveRequests, 'listOfPerson'>;
  readonly acceptance: Pick<Acceptance, 'wasAccepted'>;
  readonly presses: Pick<Presses, 'findReply'>;
  /** The command that gets what people write without a command. */
  readonly textCommand: string;
}

/**
 * Takes a message that only says “yes”, “no”, “full”, “again” or “the rest” for a press of the
 * button that it names. The first line that is true decides:
 *
 *     it replies to a message
 *       it presses a button of that message, or stays a text; it is not for the bot if the
 *       message answers somebody else, unless the word comes with the name of the bot
 *     others can read it
 *       it stays a text
 *     it is the first message after replies (“How long?” and other commands not counted), and
 *     names a button of theirs
 *       it presses the newest such button
 *     it says “no”
 *       it stops the newest request that runs for this person, even if no state is shown yet
 *     otherwise
 *       it stays a text
 */
export class TypedWords {
  readonly #options: TypedWordsOptions;
  /**
   * The buttons of the replies since a person’s last message, the newest reply first; only of the
   * newest one on a platform that does not name its messages.
   */
  readonly #lastReplies = new LRUCache<Principal, readonly WordButtons[]>({ max: REMEMBERED });
  /** By the ids of the events. The store has no row of a word that has stopped a request. */
  readonly #meanings = new LRUCache<string, WordMeaning>({ max: REMEMBERED_MEANINGS });

  constructor(options: TypedWordsOptions) {
    this.#options = options;
  }

  /** Remembers the buttons of a private reply whose last state was shown, if it has any. */
  remember({ requester, event, buttons }: LiveRequest): void {
    const { tokens, newest } = buttons;
    if (event.visibility === 'private' && tokens.length > 0) {
      const { message } = newest;
      const others =
        this.#lastReplies.get(requester)?.filter((other) => other.message !== message) ?? [];
      this.#lastReplies.set(requester, [{ tokens, message }, ...others]);
    }
  }

  /**
   * Resolves with the press that an event stands for, or with the event itself; undefined if it is
   * a word below somebody else’s reply, which is not meant for the bot. In private, later words
   * press only buttons of replies after this event, unless this event only asks about the bot. An
   * event that is delivered again means the same as before.
   * @throws StoreFailed
   */
  async takeMeaning(event: AskingEvent): Promise<AskingEvent | undefined> {
    const meaning = this.#meanings.get(event.id) ?? (await this.#meaningOfNew(event));
    this.#meanings.set(event.id, meaning);
    if (meaning.kind === 'nothing') return undefined;
    return meaning.kind === 'press' ? asPress(event, meaning) : event;
  }

  async #meaningOfNew(event: AskingEvent): Promise<WordMeaning> {
    const { id, requester, repliedButtons, visibility } = event;
    if (this.#isAskedMeanwhile(event)) return ITSELF;
    // Also if this message is more than such a word: later ones press no button of these replies.
    const last = visibility === 'private' ? this.#takeLastReplies(requester) : [];
    const text = this.#textOf(event);
    if (text === undefined || !isSaying(text, BUTTON_WORDS)) return ITSELF;
    // It replies to a message.
    if (repliedButtons !== undefined) return this.#meaningOfReply(event, text, repliedButtons);
    // Others can read it.
    if (visibility === 'shared') return ITSELF;
    // It is the first message after replies.
    const below = firstPress(text, last);
    if (below !== undefined) return below;
    // An earlier process may have taken this event for a press of a button that no longer exists.
    if (await this.#options.acceptance.wasAccepted(id)) return ITSELF;
    // It says “no”.
    return firstPress(text, this.#underWay(requester)) ?? ITSELF;
  }

  /** Only the first message after these replies can press their buttons. */
  #takeLastReplies(requester: Principal): readonly WordButtons[] {
    const last = this.#lastReplies.get(requester) ?? [];
    this.#lastReplies.delete(requester);
    return last;
  }

  async #meaningOfReply(
    { requester, isNamed = false }: AskingEvent,
    text: string,
    tokens: readonly string[],
  ): Promise<WordMeaning> {
    const token = typedPress(text, tokens);
    if (token === undefined) return ITSELF;
    const reply = await this.#options.presses.findReply(token);
    // A word with the name of the bot stays a press, whose reply says whose button it is.
    if (reply !== undefined && reply.requester !== requester && !isNamed) return NOTHING;
    return { kind: 'press', token, message: reply?.message };
  }

  /** Whether the event asks about the bot, such as `/quota` or “how long?”, not for a check. */
  #isAskedMeanwhile(event: AskingEvent): boolean {
    const { input } = event;
    if (input.kind === 'command' && input.name !== this.#options.textCommand) return true;
    const text = this.#textOf(event);
    return text !== undefined && isSaying(text, ASKED_MEANWHILE);
  }

  /** The text that a person wrote; undefined for a press, a file, and a command that was named. */
  #textOf({ input }: AskingEvent): string | undefined {
    if (input.kind !== 'command' || input.name !== this.#options.textCommand) return undefined;
    const { options } = input;
    return options.kind === 'text' && options.file === undefined ? options.text : undefined;
  }

  /** The buttons that stop the requests of a person, the newest request first. */
  #underWay(requester: Principal): readonly WordButtons[] {
    return this.#options.requests
      .listOfPerson(requester)
      .filter(({ isOpen, isStopped }) => isOpen && !isStopped)
      .map(({ buttons }) => ({ tokens: buttons.stopTokens, message: buttons.newest.message }))
      .reverse();
  }
}

/** The press of the first button that a text names; undefined if it names none of them. */
function firstPress(text: string, replies: readonly WordButtons[]): WordMeaning | undefined {
  for (const { tokens, message } of replies) {
    const token = typedPress(text, tokens);
    if (token !== undefined) return { kind: 'press', token, message };
  }
  return undefined;
}

function asPress(
  event: AskingEvent,
  { token, message }: Extract<WordMeaning, { readonly kind: 'press' }>,
): AskingEvent {
  return { ...event, input: { kind: 'press', token, ...(message !== undefined && { message }) } };
}
