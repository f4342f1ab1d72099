import type { Archive } from './archive.ts';
import { readXml } from './markup.ts';

/** The parts that a part of an archive relates to. */
export interface Relations {
  /** By the id that the part uses. */
  readonly byId: ReadonlyMap<string, string>;
  /** By the last word of what they are, which has two beginnings: `worksheet`. The first one of each. */
  readonly byType: ReadonlyMap<string, string>;
}

/** What a part relates to, or the whole archive if the part is called ''. Source: ECMA-376-2, 6.5. */
export function readRelations(archive: Archive, part: string): Relations {
  const byId = new Map<string, string>();
  const byType = new Map<string, string>();
  const [, folder = '', name = ''] = /^(.*\/)?([^/]*)$/.exec(part) ?? [];
  readXml(archive.read(`${folder}_rels/${name}.rels`) ?? new Uint8Array(), {
    open: (_, { Id: id, Type: type = '', Target: named }) => {
      if (id === undefined || named === undefined) return;
      const target = targetFrom(part, named);
      byId.set(id, target);
      const kind = type.slice(type.lastIndexOf('/') + 1);
      if (!byType.has(kind)) byType.set(kind, target);
    },
    close: () => {},
    text: () => {},
  });
  return { byId, byType };
}

/** The part that another one names: from its own folder on or, with a slash before it, from the beginning. */
export function targetFrom(part: string, named: string): string {
  const base = `part:/${part}`;
  const path = named.replaceAll('\\', '/');
  return URL.canParse(path, base) ? decodeURIComponent(new URL(path, base).pathname).slice(1) : '';
}
