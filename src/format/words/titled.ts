import type { Messages } from '../../../locales/messages.d.ts';
import type { MessageKey, Say } from './say.ts';

type Plain = { [Key in MessageKey]: Messages[Key] extends undefined ? Key : never }[MessageKey];

/** Where a title and a summary (`.summary`) stand beside each other, neither of which takes values: `refusals.busy`. */
export type TitledKey = {
  [Key in Plain]: Key extends `${infer At}.title` ? (`${At}.summary` extends Plain ? At : never) : never;
}[Plain];

/** A title and the sentences below it. */
export function titled(say: Say, at: TitledKey): { readonly title: string; readonly summary: string } {
  return { title: say.find(`${at}.title`) ?? '', summary: say.find(`${at}.summary`) ?? '' };
}
