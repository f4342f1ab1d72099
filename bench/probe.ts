import { Session } from 'node:inspector';
import { PerformanceObserver } from 'node:perf_hooks';

let garbageMs = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) garbageMs += duration;
}).observe({ entryTypes: ['gc'] });

/**
 * Loaded into a process before its own program (`--import`): tells the one who started it, whenever it is asked, what the
 * process has used so far, or what it holds.
 */
process.on('message', (asked) => {
  if (asked === 'used') {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMs: (user + system) / 1_000, garbageMs, residentBytes: process.memoryUsage.rss() });
  } else if (asked === 'end') {
    // An end of its own, at which Node.js writes down what it has compiled.
    process.exit();
  } else {
    globalThis.gc?.();
    process.send?.({ heapBytes: process.memoryUsage().heapUsed, scripts: loadedScripts() });
  }
});
// A bench that was ended in the middle leaves no program behind.
process.once('disconnect', () => process.exit());
// The program ends as it would without this.
process.channel?.unref();

/** The addresses of all code that is loaded: files, modules of both kinds, and Node's own as `node:internal/…`. */
function loadedScripts(): string[] {
  const urls: string[] = [];
  const session = new Session();
  session.connect();
  session.on('Debugger.scriptParsed', ({ params }) => urls.push(params.url));
  // Tells of each one that is there already.
  session.post('Debugger.enable');
  session.disconnect();
  return urls.filter((url) => /^(?:file|node):/.test(url));
}
