import { readdirSync, readFileSync } from 'node:fs';

const ROOT = new URL('../../', import.meta.url);
const ABOUT = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'PRIVACY.md', 'TERMS.md'];

function markdownIn(folder: string): string[] {
  return readdirSync(new URL(folder, ROOT))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}${name}`);
}

/** The pages for people and operators. */
export const PAGES: readonly string[] = markdownIn('docs/');

/** All that people read of the project. */
export const DOCUMENTS: readonly string[] = [
  ...ABOUT,
  'src/README.md',
  ...PAGES,
  ...markdownIn('docs/decisions/'),
];

/** A file of the project as text. */
export function readDocument(path: string): string {
  return readFileSync(new URL(path, ROOT), 'utf8');
}
