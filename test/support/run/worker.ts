/** Ends this worker even if vitest is killed. The test files of a worker share the listener. */
function endWithVitest(): void {
  process.kill(process.pid, 'SIGKILL');
}

const isSet = process.listeners('disconnect').some(({ name }) => name === endWithVitest.name);
if (!isSet) process.once('disconnect', endWithVitest);
