import { type Reply, reply } from '../core/reply.ts';

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
    ...(lead !== undefined && { lead }),
    ...(note !== undefined && { note }),
    ...(progress !== undefined && { progress }),
  });
}

/** Sentences in a row, without those that have nothing to say; nothing when all are silent. */
export function sentences(...parts: readonly (string | undefined)[]): string | undefined {
  return joined(' ', parts);
}

/** Small print side by side. */
export function notes(...parts: readonly (string | undefined)[]): string | undefined {
  return joined(' · ', parts);
}

function joined(separator: string, parts: readonly (string | undefined)[]): string | undefined {
  const said = parts.filter((part) => part !== undefined && part !== '');
  return said.length === 0 ? undefined : said.join(separator);
}
