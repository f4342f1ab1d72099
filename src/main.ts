#!/usr/bin/env node
import module from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Since Node.js 22.8, what was compiled once need not be compiled by the next start. It is kept beside the program, where nobody
 * writes who could not change the program as well; where that is not to be written to, a start compiles as ever. NODE_COMPILE_CACHE
 * names another place, and NODE_DISABLE_COMPILE_CACHE=1 turns it off.
 */
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function')
  module.enableCompileCache(fileURLToPath(new URL('../compile-cache', import.meta.url)));

// After the line above: what is imported with this file is compiled before it runs.
const { runProgram } = await import('./program.ts');
await runProgram();
