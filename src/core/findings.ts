/** Something the doctor found, for the operator. */
export interface Finding {
  /** What it is about, in a word or two: `store`, `telegram`. */
  readonly about: string;
  /** `wrong`: the bot does not work as it should. `warning`: one day it may not. */
  readonly state: 'fine' | 'note' | 'warning' | 'wrong';
  /** A sentence; unless it is fine, also what to do. */
  readonly message: string;
}

export function findingsAbout(
  about: string,
): Readonly<Record<Finding['state'], (message: string) => Finding>> {
  const as =
    (state: Finding['state']) =>
    (message: string): Finding => ({ about, state, message });
  return { fine: as('fine'), note: as('note'), warning: as('warning'), wrong: as('wrong') };
}
