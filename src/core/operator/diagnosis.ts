/** Something the doctor found, for the operator. */
export interface Diagnosis {
  /** The subject, in a word or two: `store`, `telegram`. */
  readonly about: string;
  /** `wrong`: the bot does not work as it should. `warning`: one day it may not. */
  readonly severity: 'fine' | 'note' | 'warning' | 'wrong';
  /** What is so, and what to do unless the severity is `fine`. */
  readonly message: string;
}

/** Makes diagnoses about one thing: a function for each state, which takes the message. */
export function diagnosesAbout(
  about: string,
): Readonly<Record<Diagnosis['severity'], (message: string) => Diagnosis>> {
  const withSeverity =
    (severity: Diagnosis['severity']) =>
    (message: string): Diagnosis => ({ about, severity, message });
  return {
    fine: withSeverity('fine'),
    note: withSeverity('note'),
    warning: withSeverity('warning'),
    wrong: withSeverity('wrong'),
  };
}
