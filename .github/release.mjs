// What a release takes from CHANGELOG.md and package.json:
//   node .github/release.mjs check v1.2.3     fails unless both name this version, CHANGELOG.md with its day
//   node .github/release.mjs notes v1.2.3     prints what CHANGELOG.md says of it
//   node .github/release.mjs channel v1.2.3   prints npm's tag for it: latest, or next for a version to try
import { readFileSync } from 'node:fs';

const [, , command, tag = ''] = process.argv;
const root = new URL('../', import.meta.url);
const version = tag.replace(/^v/, '');

const commands = {
  check: () => {
    const named = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')).version;
    if (named !== version) throw new Error(`package.json says ${named}, and the tag ${tag}`);
    const { heading } = sectionOf(version);
    // The form of Keep a Changelog: [1.2.3] - 2026-01-31
    if (!/ - \d{4}-\d{2}-\d{2}$/.test(heading)) {
      throw new Error(`CHANGELOG.md does not say on which day it is released: ## ${heading}`);
    }
    return `${tag} is what package.json and CHANGELOG.md say`;
  },
  notes: () => sectionOf(version).notes,
  channel: () => (version.includes('-') ? 'next' : 'latest'),
};

/** The heading of a version, and the notes between it and the next, without the links at the end. */
function sectionOf(wanted) {
  const changelog = readFileSync(new URL('CHANGELOG.md', root), 'utf8');
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((one) => one.startsWith(`[${wanted}]`)) ?? '';
  const [heading, ...lines] = section.split('\n');
  const notes = lines
    .join('\n')
    .replace(/^\[.+\]: .+$/gm, '')
    .trim();
  if (!notes) throw new Error(`CHANGELOG.md says nothing of ${wanted}`);
  return { heading, notes };
}

const run = commands[command];
if (run === undefined) throw new Error('write check, notes or channel, and a tag');
console.log(run());
