/**
 * The content of a button’s token, by which its press is understood:
 *
 *     Zk3…9aQ.check   the button of the action `check`, in the reply to the request of Zk3…9aQ
 *     Zk3…9aQ         not a button: it has no action
 */
export interface ButtonToken {
  /** It names a request; the tokens of all buttons of its reply begin with it. Has no dot. */
  readonly requestToken: string;
  /** The id of the action, which only its reply knows. */
  readonly action: string;
}

export function writeButtonToken({ requestToken, action }: ButtonToken): string {
  return `${requestToken}.${action}`;
}

/** Reads any text: one that is not a token of ours belongs to no request. */
export function readButtonToken(token: string): ButtonToken {
  const end = token.indexOf('.');
  return end < 0
    ? { requestToken: '', action: '' }
    : { requestToken: token.slice(0, end), action: token.slice(end + 1) };
}
