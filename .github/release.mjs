// What a release takes from CHANGELOG.md and package.json:
//   node .github/release.mjs check v1.2.3     fails unless both name this version
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
    notesOf(version);
    return `${tag} is what package.json and CHANGELOG.md say`;
  },
  notes: () => notesOf(version),
  channel: () => (version.includes('-') ? 'next' : 'latest'),
};

/** The section of a version: what stands between its heading and the next, without the links at the end. */
function notesOf(wanted) {
  const changelog = readFileSync(new URL('CHANGELOG.md', root), 'utf8');
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((one) => one.startsWith(`[${wanted}]`));
  const notes = section
    ?.split('\n')
    .slice(1)
    .join('\n')
    .replace(/^\[.+\]: .+$/gm, '')
    .trim();
  if (!notes) throw new Error(`CHANGELOG.md says nothing of ${wanted}`);
  return notes;
}

const run = commands[command];
if (run === undefined) throw new Error('write check, notes or channel, and a tag');
console.log(run());
