/**
 * What the help says about using the bot on one platform. A key names a text of the catalogue: a
 * platform makes sure of that by `Guide<PlainKey>`, since one without a text is shown as it is.
 */
export interface Guide<Key extends string = string> {
  /** What a newcomer should know first, if there is something special. */
  readonly firstTip?: Key;
  /** What people can do, a line each. */
  readonly examples: readonly Example<Key>[];
  /** What works where others read. Left out where nobody else does, as is `greeting`. */
  readonly whereOthersRead?: readonly Key[];
  /** What a group reads when the bot comes. */
  readonly greeting?: Key;
  /** The answer about a message that the platform does not show the bot, if there are any. */
  readonly unreadableMessage?: { readonly title: Key; readonly summary: Key };
}

/**
 * A sentence, or what people type with its meaning. `{key}` in what is typed stands for a text,
 * such as the name of an option in the reader's language.
 */
export type Example<Key extends string = string> =
  | Key
  | { readonly typed: string; readonly meaning: Key };
