import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';

// A mutation test does not need the smallest failing example, which may take a minute to find.
fc.configureGlobal({ endOnFailure: true });

// What a test would load while it runs is loaded now, so that nothing is loaded with a change.
for (const file of globSync(`src/${process.env.MODULE}/**/*.ts`)) await import(resolve(file));
