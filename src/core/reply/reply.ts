import type { RawOptions, RawValues } from '../command/command-options.ts';
import type { JsonValue } from '../json.ts';

/**
 * Content to show, independent of any platform: plain text only, no Markdown, no HTML, no colour. A
 * command yields the successive states of one reply; each state is complete, not a difference.
 */
export interface Reply<Pressable = Action> {
  /**
   * `notice`: it only tells one person something ("this button is for somebody else"), and must not
   * take the place of another reply.
   */
  readonly kind?: 'notice';
  readonly tone: Tone;
  /** Plain text on one line. */
  readonly title: string;
  /** One or two sentences below the title. */
  readonly summary?: string | undefined;
  readonly sections: readonly Section[];
  /** Text to send instead of pressing a button; shown only on platforms without buttons. */
  readonly withoutButtons?: string;
  /** Small print below everything: source, age, sandbox mark. */
  readonly note?: string | undefined;
  /** Progress of a long job, and the estimated time left if known; adapters show a bar. */
  readonly progress?:
    | { readonly done: number; readonly total: number; readonly remainingMs?: number }
    | undefined;
  /**
   * It only says that the answer will follow, as the platform's "typing" or "thinking" does: shown
   * only if it takes longer than a second.
   */
  readonly isPlaceholder?: boolean;
  /**
   * The reply asks for an answer, whose empty field shows this text. In a group, the next message
   * counts only as a reply to it.
   */
  readonly answerHint?: string;
  readonly actions: readonly Pressable[];
  /** The text of a copy button, on a platform that has such buttons. */
  readonly copy?: string;
  readonly files: readonly ReplyFile[];
  /** Only the person who asked may see it, also in a group. */
  readonly isPrivate: boolean;
  /** Makes the results as data, for `--json`; undefined if the reply has none. */
  readonly records?: () => readonly ReplyRecord[];
}

/** A reply that is ready for an adapter: its actions are buttons with tokens. */
export type ReplyWithButtons = Reply<Button>;

/** The parts of a reply, of which only two have no default. */
export type ReplyParts<Pressable = Action> = Pick<Reply<Pressable>, 'tone' | 'title'> &
  Partial<Reply<Pressable>>;

/** Creates a reply from the given parts; this is the only place with defaults for the rest. */
export function reply<Pressable = Action>(parts: ReplyParts<Pressable>): Reply<Pressable> {
  return { sections: [], actions: [], files: [], isPrivate: false, ...parts };
}

/** The mood of a reply; an adapter shows it as a colour or a sign. */
export type Tone = 'neutral' | 'progress' | 'good' | 'warning' | 'bad';

/** A group of fields and lines under an optional heading. The lines follow the fields. */
export interface Section {
  /** Plain text; undefined for the main group. */
  readonly heading?: string;
  readonly fields: readonly Field[];
  /** Plain text, one line each. */
  readonly lines?: readonly string[];
  /** Words that should be easy to copy, such as IMEIs: the first one in each line. */
  readonly copyable?: readonly string[];
  /**
   * Few people need it: it comes after all other sections, in small print, or folded if the
   * platform can.
   */
  readonly isMinor?: true;
}

/** One labelled value. */
export interface Field {
  /** Plain text; may be empty. */
  readonly label: string;
  /** Plain text on one line. */
  readonly value: string;
}

/** A file that is sent with a reply. */
export interface ReplyFile {
  readonly name: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  /** Describes a picture for people who cannot see it. */
  readonly altText?: string;
}

/** One result for scripts (`--json`): the content of the reply as data. */
export type ReplyRecord = { readonly [key: string]: JsonValue };

/** The readers of a reply: only the person who asked, or everyone in the chat. */
export type Visibility = 'private' | 'shared';

/** A button of a reply, as a command declares it. */
export interface Action {
  /**
   * Short and unique within the reply: `full`, `retry`. At most 12 letters, digits or dashes. Some
   * are pressed by a word that is typed: see `typed-press`.
   */
  readonly id: string;
  readonly label: string;
  /** `primary`: what the reply asks. */
  readonly style?: 'primary' | 'danger';
  /** The place for the reply to a press, unless the effect says who sees it. */
  readonly opens: 'here' | 'new';
  readonly effect: ButtonEffect;
  /** Offered only if a file of the reply could not be sent. */
  readonly ifUnsent?: true;
}

/** A button as an adapter sees it: its text, and the token that comes back on a press. */
export interface Button extends Pick<Action, 'label' | 'style' | 'ifUnsent'> {
  readonly opens: Opens;
  /**
   * Ends with a dot and the id of its action. At most 40 characters of `A-Z a-z 0-9 _ - .`: fits a
   * Telegram callback (64 bytes) and a Discord custom id.
   */
  readonly token: string;
}

/**
 * The place for the reply to a press:
 *
 * - `here`: in place of the pressed reply.
 * - `new`: as a new reply with the same readers.
 * - `shared`: as a new reply that everyone in the chat reads. The button is left out if others can
 *   already read the pressed reply, or if nobody else is in the chat.
 * - `private`: as a new reply that only the person who pressed reads. The button is left out if
 *   everyone could read that reply.
 */
export type Opens = 'here' | 'new' | Visibility;

/** The effect of a pressed button, as data, so that it works after a restart. */
export type ButtonEffect =
  /** Stops the request that showed the button, and others of its person by their ids. */
  | { readonly kind: 'stop'; readonly also?: readonly string[] }
  /** Declines what the reply offered. */
  | { readonly kind: 'dismiss' }
  | {
      readonly kind: 'invoke';
      readonly command: string;
      readonly options: RawOptions;
      /** The readers of the new reply. Default: those of the pressed one. See {@link Opens}. */
      readonly visibility?: Visibility;
    };

/** Runs a command when its button is pressed. */
export type Invoke = Extract<ButtonEffect, { readonly kind: 'invoke' }>;

/** Makes the effect of a button that runs a command with these values of its options. */
export function invoke(command: string, values: RawValues = {}): Invoke {
  return { kind: 'invoke', command, options: { kind: 'values', values } };
}
