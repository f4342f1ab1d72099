// npm runs this after `npm ci`: it builds the program into dist. `npm ci --omit=dev` installs no build
// tool, so there the program has to be built already.
import { execSync } from 'node:child_process';

let canBuild = true;
try {
  import.meta.resolve('rolldown');
} catch {
  canBuild = false;
}
if (canBuild) execSync('npm run --silent build', { stdio: ['ignore', 'ignore', 'inherit'] });
else console.error('imei-bot: not built, since the development dependencies are left out.');
