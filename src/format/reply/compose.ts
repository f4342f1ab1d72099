import { type Reply, reply } from '../../core/reply.ts';

/** The parts of a reply that formatting makes; what is undefined is left out. */
export interface Parts {
  readonly tone: Reply['tone'];
  readonly title: string;
  readonly lead?: string | undefined;
  readonly sections?: Reply['sections'];
  readonly note?: string | undefined;
  readonly progress?: Reply['progress'] | undefined;
  readonly private?: boolean;
}

/** A reply of its parts, without actions: those belong to the command. */
export function compose({ lead, note, progress, ...parts }: Parts): Reply {
  return reply({
    ...parts,
    ...(lead !== undefined && { summary: lead }),
    ...(note !== undefined && { note }),
    ...(progress !== undefined && { progress }),
  });
}

/** The stops of scripts that leave no space behind them. */
const WIDE_STOP = /[。！？；]$/u;

/** Sentences in a row, without those that have nothing to say; nothing when all are silent. */
export function sentences(...parts: readonly (string | undefined)[]): string | undefined {
  const said = saying(parts);
  if (said.length === 0) return undefined;
  return said.reduce((before, next) => `${before}${WIDE_STOP.test(before) ? '' : ' '}${next}`);
}

/** Small print side by side. */
export function notes(...parts: readonly (string | undefined)[]): string | undefined {
  const said = saying(parts);
  return said.length === 0 ? undefined : said.join(' · ');
}

function saying(parts: readonly (string | undefined)[]): readonly string[] {
  return parts.flatMap((part) => (part === undefined || part === '' ? [] : [part]));
}
