import { existsSync } from 'node:fs';

// Runs before `npm start`.
if (!existsSync('dist/src/main.js')) {
  console.error('imei-bot is not built. Run npm ci, which also builds it, or npm run build.');
  process.exitCode = 1;
}
