// npm runs this after `npm ci`: it builds the program into dist. `npm ci --omit=dev` installs no build
// tool, so there the program has to be built already.
import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

// npm only warns of an older Node.js, which cannot even load the build tool.
const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
const oldest = engines.node.slice('>='.length);
const [major, minor] = process.versions.node.split('.').map(Number);
const [oldestMajor, oldestMinor] = oldest.split('.').map(Number);
if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
  console.error(
    `imei-bot needs Node.js ${oldest} or newer; this is ${process.versions.node}. Install a newer one: https://nodejs.org`,
  );
  process.exit(1);
}

let canBuild = true;
try {
  import.meta.resolve('rolldown');
} catch {
  canBuild = false;
}
if (canBuild) execSync('npm run --silent build', { stdio: ['ignore', 'ignore', 'inherit'] });
else console.error('imei-bot: not built, since the development dependencies are left out.');
