import type { Finding } from './finding.ts';

/** Makes findings about one thing. */
export function findingsAbout(about: string): Readonly<Record<Finding['state'], (says: string) => Finding>> {
  const as =
    (state: Finding['state']) =>
    (says: string): Finding => ({ about, state, says });
  return { fine: as('fine'), note: as('note'), warning: as('warning'), wrong: as('wrong') };
}
