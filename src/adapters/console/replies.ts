import { dirname } from 'node:path';
import type { Input, ReplyTarget, ShowReply } from '../../core/adapter/request-event.ts';
import type { Button, ReplyWithButtons } from '../../core/reply/reply.ts';
import { typedPress } from '../../words/typed-press.ts';
import { buttonsFor } from '../delivery/offered-buttons.ts';
import { stopButton } from './render.ts';
import type { PrintOptions, ReplyFormat } from './reply-format.ts';
import { isBrokenPipe, type Screen } from './screen.ts';

/** Nobody else reads a terminal. */
const TERMINAL = { audience: 'private-chat', canWhisperAfterPress: false } as const;

interface RepliesOptions {
  /** The screen that shows the replies now. */
  readonly screen: () => Screen;
  readonly format: ReplyFormat;
}

interface Opening {
  readonly target: ReplyTarget;
  /** The last state is printed once this resolves. */
  readonly turn?: Promise<unknown> | undefined;
  /** A line above the last state, which says why it comes now. */
  readonly preface?: string;
  /** Called when the last state was shown, or with the error if it could not be. */
  readonly onEnd?: (reply: ReplyWithButtons, error?: unknown) => void;
}

/**
 * The replies on one screen: several may be in progress, each is printed once, when it is complete.
 */
export class Replies {
  readonly #options: RepliesOptions;
  readonly #running = new Map<symbol, ReplyWithButtons>();
  readonly #stopped = new Set<string>();
  #buttons: readonly Button[] = [];
  /** The folder for files of the answers to these buttons. */
  #folderOfButtons: string | undefined;

  constructor(options: RepliesOptions) {
    this.#options = options;
  }

  /** Shows one reply: intermediate states as progress, the last one printed. */
  open(opening: Opening): ShowReply {
    const key = Symbol('reply');
    let isEnded = false;
    return async (reply, { isLast }) => {
      if (isLast) {
        isEnded = true;
        await this.#end(key, reply, opening);
      } else {
        if (!isEnded) this.#running.set(key, reply);
        this.#showProgress();
      }
      return opening.target;
    };
  }

  /**
   * Shows a complete reply below everything else.
   * @throws the error of the output or of the folder if the reply could not be written
   */
  async print(reply: ReplyWithButtons, options: PrintOptions = {}): Promise<void> {
    const { screen, format } = this.#options;
    const actions = buttonsFor(reply.actions, TERMINAL);
    const block = await format.block({ ...reply, actions }, options);
    // A reply without buttons keeps those of an earlier one, which are still on the screen. Set
    // only now: another reply may have been printed while the files of this one were written.
    if (actions.length > 0) {
      this.#buttons = actions;
      this.#folderOfButtons = options.folder;
    }
    await screen().print(block);
  }

  /**
   * The folder for the files of an answer to this input: next to the file that was asked about.
   */
  folderFor(input: Input): string | undefined {
    if (input.kind === 'press') {
      const isShown = this.#buttons.some(({ token }) => token === input.token);
      return isShown ? this.#folderOfButtons : undefined;
    }
    if (input.kind === 'withdrawal') return undefined;
    const { options } = input;
    if (options.kind !== 'text') return undefined;
    if (options.file !== undefined) return dirname(options.file.location);
    // A word such as “yes” presses one of these buttons.
    const tokens = this.#buttons.map(({ token }) => token);
    return typedPress(options.text, tokens) === undefined ? undefined : this.#folderOfButtons;
  }

  /**
   * The token of a button of the last printed reply that had any, by its number from 1; undefined
   * if there is none.
   */
  tokenOf(number: number): string | undefined {
    return this.#buttons[number - 1]?.token;
  }

  /**
   * The token that stops the newest running reply, once for each reply; undefined if there is none.
   */
  takeStop(): string | undefined {
    const tokens = [...this.#running.values()].map((reply) => stopButton(reply)?.token);
    const token = tokens.findLast(
      (candidate) => candidate !== undefined && !this.#stopped.has(candidate),
    );
    if (token !== undefined) this.#stopped.add(token);
    return token;
  }

  async #end(key: symbol, reply: ReplyWithButtons, opening: Opening): Promise<void> {
    const { target, turn, preface, onEnd } = opening;
    await turn;
    this.#running.delete(key);
    this.#showProgress();
    const folder = typeof target.folder === 'string' ? target.folder : undefined;
    let error: unknown;
    try {
      await this.print(reply, { preface, folder });
    } catch (thrown) {
      error = thrown;
    }
    onEnd?.(reply, error);
    // The reply is then not shown again at the next start.
    if (error !== undefined && !isBrokenPipe(error)) throw error;
  }

  #showProgress(): void {
    const { screen, format } = this.#options;
    const newest = [...this.#running.values()].at(-1);
    screen().progress(newest && format.progress(newest));
  }
}
