#!/usr/bin/env node
import module from 'node:module';
import { fileURLToPath } from 'node:url';

/** The oldest version that runs the program, as `engines` in package.json says. */
const OLDEST_NODE = { major: 20, minor: 19 };

// Before the program is loaded: an older Node.js cannot even parse it.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < OLDEST_NODE.major || (major === OLDEST_NODE.major && minor < OLDEST_NODE.minor)) {
  console.error(
    `imei-bot needs Node.js ${OLDEST_NODE.major}.${OLDEST_NODE.minor} or newer; this is ${process.versions.node}. Install a newer one: https://nodejs.org`,
  );
  process.exit(78);
}

// Node.js 22.8 and later keep what they compiled next to the program, if they may write there.
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') {
  module.enableCompileCache(fileURLToPath(new URL('../compile-cache', import.meta.url)));
}

// Not a static import: that would be compiled before the line above runs.
const { runProgram } = await import('./program/program.ts');
await runProgram();
