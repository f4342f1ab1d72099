import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'rolldown';
import config from './rolldown.config.js';

/** `npm run dev`: builds after each change of a source and restarts the bot. */
let bot;
let restarted = Promise.resolve();

async function restart() {
  if (bot?.exitCode === null) {
    bot.removeListener('exit', endWithBot);
    bot.kill();
    await once(bot, 'exit');
  }
  bot = spawn(process.execPath, ['dist/src/main.js'], { stdio: 'inherit' });
  bot.once('exit', endWithBot);
}

function endWithBot(code) {
  if (code === 0) process.exit();
  console.error('The bot failed. It starts again after the next change.');
}

watch(config).on('event', (event) => {
  if (event.code === 'BUNDLE_END') event.result.close();
  if (event.code === 'ERROR') console.error(event.error.message);
  if (event.code === 'END') restarted = restarted.then(restart);
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit());
process.once('exit', () => bot?.kill());
