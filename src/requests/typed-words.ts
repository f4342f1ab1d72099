import { LRUCache } from 'lru-cache';
import type { Principal, Request } from '../core/adapter.ts';
import { typedPress } from '../format/words/typed-press.ts';
import { asksMeanwhile, buttonWordIn } from '../format/words/understood.ts';
import type { ButtonEffects, ShownButtons } from './buttons.ts';
import type { OpenRequest } from './open-request.ts';

/** People whose last reply is remembered. The others, and all after a restart, press the button. */
const REMEMBERED = 10_000;

const NO_BUTTONS: ShownButtons = { tokens: [], message: undefined };

interface TypedWordsOptions {
  /** All open requests, the oldest first. */
  readonly requests: Iterable<OpenRequest>;
  readonly presses: Pick<ButtonEffects, 'find'>;
  /** The command that gets what people write without a command. */
  readonly textCommand: string;
}

/**
 * Takes “yes”, “no”, “full” or “again” for a press of the button that it names: below the message
 * that it replies to; otherwise below the last reply to that person, if it is their next message
 * but for “how long?”; otherwise below what is under way for them. Where others read, only a reply
 * counts, and what is shown there does not become the last reply.
 */
export class TypedWords {
  readonly #options: TypedWordsOptions;
  readonly #last = new LRUCache<Principal, ShownButtons>({ max: REMEMBERED });

  constructor(options: TypedWordsOptions) {
    this.#options = options;
  }

  /** Remembers the buttons of a reply, whose last state was shown, if it has some. */
  remember({ requester, request, buttons: { tokens, message } }: OpenRequest): void {
    if (request.visibility === 'private' && tokens.length > 0)
      this.#last.set(requester, { tokens, message });
  }

  /**
   * Resolves with the press that a new request stands for, or with the request itself; undefined
   * for a word below somebody else’s reply, which is meant for people. Rejects if the store fails.
   */
  async meaningOf(request: Request): Promise<Request | undefined> {
    const { requester, repliedButtons, visibility } = request;
    const text = this.#textOf(request);
    if (text !== undefined && asksMeanwhile(text)) return request;
    const last = this.#last.get(requester) ?? NO_BUTTONS;
    // Only the next message is about it.
    if (visibility === 'private') this.#last.set(requester, NO_BUTTONS);
    if (text === undefined || buttonWordIn(text) === undefined) return request;
    if (repliedButtons !== undefined) return this.#asReply(request, text, repliedButtons);
    if (visibility === 'shared') return request;
    const shown = [last, ...this.#underWay(requester)];
    for (const { tokens, message } of shown) {
      const token = typedPress(text, tokens);
      if (token !== undefined) return pressing(request, token, message);
    }
    return request;
  }

  async #asReply(
    request: Request,
    text: string,
    tokens: readonly string[],
  ): Promise<Request | undefined> {
    const token = typedPress(text, tokens);
    if (token === undefined) return request;
    const buttons = await this.#options.presses.find(token);
    if (buttons !== undefined && buttons.requester !== request.requester) return undefined;
    return pressing(request, token, buttons?.message);
  }

  /** What a person wrote; undefined for a press, a file, and a command that was named. */
  #textOf({ input }: Request): string | undefined {
    if (input.kind !== 'command' || input.name !== this.#options.textCommand) return undefined;
    const { options } = input;
    return options.kind === 'text' && options.file === undefined ? options.text : undefined;
  }

  /** The buttons of what is under way for a person, the newest first. */
  #underWay(requester: Principal): readonly ShownButtons[] {
    return [...this.#options.requests]
      .filter((open) => open.requester === requester && open.isUnanswered)
      .map(({ buttons }) => buttons)
      .reverse();
  }
}

function pressing(request: Request, token: string, message: string | undefined): Request {
  return { ...request, input: { kind: 'press', token, ...(message !== undefined && { message }) } };
}
