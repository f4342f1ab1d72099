/** A worker ends with vitest, also where that is killed. Files of one worker share the listener. */
function endWithVitest(): void {
  process.kill(process.pid, 'SIGKILL');
}

const isSet = process.listeners('disconnect').some(({ name }) => name === endWithVitest.name);
if (!isSet) process.once('disconnect', endWithVitest);
