/** Who is asked: a person in a terminal, or the environment. Every answer may be given up, which rejects with `GivenUp`. */
export interface Asker {
  /** Whether another answer can come to the same question. */
  readonly isPerson: boolean;
  text(question: Question & { readonly initial: string }): Promise<string>;
  /** An answer that nobody sees. Undefined where the one that is set already is to stay. */
  secret(question: Question & { readonly isSet: boolean }): Promise<string | undefined>;
  several(question: {
    readonly message: string;
    readonly options: readonly string[];
    readonly chosen: readonly string[];
  }): Promise<readonly string[]>;
  /** Shows that something takes its time. Its signal is aborted when the person gives up meanwhile. */
  during<T>(what: string, work: (givenUp: AbortSignal) => Promise<T>): Promise<T>;
  say(line: string): void;
  /** A link, whole and by itself, so that it can be copied. */
  link(url: string): void;
  complain(line: string): void;
}

export interface Question {
  readonly message: string;
  /** What is wrong with an answer, in a sentence; undefined where nothing is. */
  readonly problemOf: (answer: string) => string | undefined;
}

/** The person gave up. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp';
}

/** Takes what is set for the answer, and says what there is to say. */
export function createUnattended(say: (line: string) => void): Asker {
  return {
    isPerson: false,
    text: async ({ initial }) => initial,
    secret: async () => undefined,
    several: async ({ chosen }) => chosen,
    during: (_what, work) => work(new AbortController().signal),
    say,
    link: say,
    complain: say,
  };
}
