/**
 * Texts of the help about using the bot on one platform. A key names a text of the catalogue. A
 * platform declares its guide as `Guide<PlainKey>`, so that the compiler finds a key without a
 * text, which would be shown as it is.
 */
export interface Guide<Key extends string = string> {
  /** The first thing that a newcomer should know, if there is something special. */
  readonly firstTip?: Key;
  /** Things that people can do, a line each. */
  readonly examples: readonly Example<Key>[];
  /** Things that work if other people read along. Left out, like `greeting`, if nobody else can. */
  readonly whereOthersRead?: readonly Key[];
  /** The message of the bot when it joins a group. */
  readonly greeting?: Key;
  /** The answer to a message that the platform hides from the bot; left out if it hides none. */
  readonly unreadableMessage?: { readonly title: Key; readonly summary: Key };
}

/**
 * A sentence, or what people type with its meaning. `{key}` in what is typed stands for a text,
 * such as the name of an option in the reader's language.
 */
export type Example<Key extends string = string> =
  | Key
  | { readonly typed: string; readonly meaning: Key };
