#!/usr/bin/env node
import module from 'node:module';
import { fileURLToPath } from 'node:url';

// Node.js 22.8 and later keep what they compiled next to the program, if they may write there.
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function')
  module.enableCompileCache(fileURLToPath(new URL('../compile-cache', import.meta.url)));

// After the line above: what is imported with this file is compiled before it runs.
const { runProgram } = await import('./program.ts');
await runProgram();
