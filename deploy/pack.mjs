// npm runs this before and after it packs. The built program contains @keyv/sqlite, so the package
// does not depend on it: `overrides` count in a checkout only, and without them npm installs a second
// library for SQLite, which it has to compile.
import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const BUILT_IN = '@keyv/sqlite';
const FILES = ['package.json', 'npm-shrinkwrap.json'];
const originalOf = (file) => `${file}.original`;

const steps = {
  before() {
    // An earlier run may have been killed.
    steps.after();
    for (const file of FILES.filter((name) => existsSync(name))) {
      copyFileSync(file, originalOf(file));
      const content = JSON.parse(readFileSync(file, 'utf8'));
      leaveOut(content);
      writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
    }
  },
  after() {
    for (const file of FILES) if (existsSync(originalOf(file))) renameSync(originalOf(file), file);
  },
};

/** Removes it from what package.json or a lock file contains. */
function leaveOut({ dependencies, overrides, packages }) {
  delete dependencies?.[BUILT_IN];
  delete overrides?.[BUILT_IN];
  delete packages?.[`node_modules/${BUILT_IN}`];
  if (packages !== undefined) leaveOut(packages['']);
}

steps[process.argv[2]]();
