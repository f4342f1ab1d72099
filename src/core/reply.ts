import type { RawOptions } from './options.ts';

/** How a reply feels; an adapter turns it into a colour or a sign. */
export type Tone = 'neutral' | 'progress' | 'good' | 'warning' | 'bad';

/** One labelled value. `copyable` values (an IMEI) are shown so that they are easy to copy, e.g. monospaced. */
export interface Field {
  readonly label: string;
  readonly value: string;
  readonly copyable?: boolean;
}

/** A group of fields and lines under an optional heading. Lines come after the fields. */
export interface Section {
  readonly heading?: string;
  readonly fields: readonly Field[];
  readonly lines?: readonly string[];
}

/** A file that goes with a reply. */
export interface ReplyFile {
  readonly name: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  /** What a picture shows, for those who cannot see it. */
  readonly altText?: string;
}

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** One result for scripts (`--json`): what the reply says in words, as data. */
export type ReplyRecord = { readonly [key: string]: JsonValue };

/** What a press of a button does: an invocation as data, so that it works after a restart. */
export type ButtonEffect =
  /** Stops the request that showed the button. */
  | { readonly kind: 'cancel' }
  /** Declines what the reply offered. */
  | { readonly kind: 'dismiss' }
  | {
      readonly kind: 'invoke';
      readonly command: string;
      readonly options: RawOptions;
      /** `shared` shows the answer to everyone; left out, the answer is as visible as the reply pressed. */
      readonly visibility?: Visibility;
    };

/** Who can read a reply: its asker only, or everyone where it was asked. */
export type Visibility = 'private' | 'shared';

/** A button of a reply. */
export interface Action {
  /** Short and unique within the reply: `full`, `retry`. At most 12 letters, digits or dashes. */
  readonly id: string;
  readonly label: string;
  readonly style?: 'primary' | 'danger';
  /** `here`: the answer takes the place of the reply pressed; `new`: it is a new reply. */
  readonly opens: 'here' | 'new';
  readonly effect: ButtonEffect;
}

/** A button as an adapter sees it: what it says, and the token that comes back when it is pressed. */
export interface Button {
  readonly label: string;
  readonly style?: 'primary' | 'danger';
  readonly opens: 'here' | 'new';
  /** Shows to everyone what only the asker sees: left out where the reply can be read by others, or by nobody else. */
  readonly shares?: true;
  /** At most 40 characters of `A-Z a-z 0-9 _ - .`: fits a Telegram callback (64 bytes) and a Discord custom id. */
  readonly token: string;
}

/**
 * What to show, free of any platform: plain text only, no Markdown, no HTML, no colour.
 * A command yields the successive states of ONE reply; each state is whole, not a difference.
 */
export interface Reply<Press = Action> {
  readonly tone: Tone;
  readonly title: string;
  /** A sentence or two below the title. */
  readonly summary?: string;
  readonly sections: readonly Section[];
  /** Small print below everything: the source, the age, the sandbox mark. */
  readonly note?: string;
  /** How far a long job is, and how much longer it will take where that can be told; adapters show a bar. */
  readonly progress?: { readonly done: number; readonly total: number; readonly leftMs?: number };
  readonly actions: readonly Press[];
  readonly files: readonly ReplyFile[];
  /** Must be seen by nobody but the asker, wherever it was asked. */
  readonly private: boolean;
  readonly records?: readonly ReplyRecord[];
}

/** A reply ready for an adapter: its actions are buttons with tokens. */
export type ShownReply = Reply<Button>;

/** A reply with nothing but what is given: the defaults of the rest in one place. */
export function reply(parts: Pick<Reply, 'tone' | 'title'> & Partial<Reply>): Reply {
  return { sections: [], actions: [], files: [], private: false, ...parts };
}
