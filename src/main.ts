#!/usr/bin/env node
import module from 'node:module';
import { fileURLToPath } from 'node:url';

// Node.js 22.8 and later keep what they compiled next to the program, if they may write there.
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function')
  module.enableCompileCache(fileURLToPath(new URL('../compile-cache', import.meta.url)));

// Not a static import: that would be compiled before the line above runs.
const { runProgram } = await import('./program.ts');
await runProgram();
