import type { Reply, Section } from '../../core/reply.ts';
import type { AskedImei, WhyAsked } from '../../imei/findings.ts';
import { inARow } from '../phrases.ts';
import { compose } from '../reply/compose.ts';
import { oneLine, shownImei, shownWord, type View } from '../reply/view.ts';

/** Most numbers of one name that are shown where a file has all of them: enough to see what they are. */
const MOST_SHOWN = 3;
const LONGEST_NAME = 40;

/** Asked numbers with one name. */
export interface AskedGroup {
  /** What {@link keyOf} returns for each of them. */
  readonly key: string;
  readonly name: string;
  readonly numbers: readonly AskedImei[];
}

/** What the numbers of one group have in common: their name, or the kind of the reason. */
export function keyOf(why: WhyAsked): string {
  return why.kind === 'named' ? why.name : why.kind;
}

/** Asked numbers by their names, in the order of the text. */
export function askedGroups(view: View, asked: readonly AskedImei[]): readonly AskedGroup[] {
  const groups = new Map<string, { key: string; name: string; numbers: AskedImei[] }>();
  for (const one of asked) {
    const key = keyOf(one.why);
    const group = groups.get(key) ?? { key, name: nameOf(view, one.why), numbers: [] };
    group.numbers.push(one);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** The reply to a text or a picture in which no number is checked without asking. */
export function askedReply(view: View, asked: readonly AskedImei[]): Reply {
  const count = asked.length;
  const isPicture = asked.every(({ why }) => why.kind === 'picture');
  return compose({
    tone: 'neutral',
    title: view.say('asked.title', { count }),
    summary: isPicture ? view.say('asked.picture') : view.say('asked.summary'),
    sections: [{ fields: [], lines: askedLines(view, asked) }],
    withoutButtons: anywayHint(view),
    note: view.say('notes.nothingSpent'),
  });
}

/** The numbers to ask about below an answer; empty if there are none. */
export function askedSections(view: View, asked: readonly AskedImei[]): readonly Section[] {
  if (asked.length === 0) return [];
  return [{ ...headingOf(view, asked), fields: [], lines: askedLines(view, asked) }];
}

/** The same where a file has all numbers: a line for each name. */
export function askedInFile(view: View, asked: readonly AskedImei[]): readonly Section[] {
  if (asked.length === 0) return [];
  const count = new Intl.NumberFormat(view.say.language);
  const lines = askedGroups(view, asked).map(({ name, numbers }) => {
    const shown = numbers.slice(0, MOST_SHOWN).map(({ imei }) => shownImei(view, imei));
    const all = numbers.length > MOST_SHOWN ? [...shown, '…'] : shown;
    return `${name} (${count.format(numbers.length)}): ${inARow(view.say, all)}`;
  });
  return [{ ...headingOf(view, asked), fields: [], lines }];
}

/** What to type where there are no buttons. */
export function anywayHint({ say }: View): string {
  return say('asked.noButtons', { flag: '--anyway' });
}

function headingOf({ say }: View, { length }: readonly AskedImei[]): { readonly heading: string } {
  return { heading: say('asked.heading', { count: length }) };
}

function askedLines(view: View, asked: readonly AskedImei[]): readonly string[] {
  return asked.map(({ imei, why }) => `${nameOf(view, why)}: ${shownImei(view, imei)}`);
}

/** The person's own word for it, or what is unusual about it. */
export function nameOf({ say, visibility }: View, why: WhyAsked): string {
  if (why.kind === 'named') return shownWord(visibility, oneLine(why.name, LONGEST_NAME)).replace(/:$/, '');
  return say(`asked.names.${why.kind}`);
}
