import type { StoreContents } from '../store/driver.ts';

/** What a store holds, in words. */
export function told({ bytes, version, answers, rows }: StoreContents): string {
  const open = rows.get('requests')?.lasting ?? 0;
  const others = [...rows.values()].reduce((sum, { all }) => sum + all, 0);
  return [
    counted(answers, 'saved answer'),
    counted(open, 'open request'),
    `${counted(others, 'row')} in all`,
    megabytes(bytes),
    `format ${version}`,
  ].join(', ');
}

export function counted(many: number, what: string): string {
  return `${many.toLocaleString('en')} ${what}${many === 1 ? '' : 's'}`;
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1, minimumFractionDigits: 1 })} MB`;
}
