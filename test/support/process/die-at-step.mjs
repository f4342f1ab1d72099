/**
 * Has a program die as by `kill -9` before its n-th step, for tests that try every one of them (`DIE_AT_STEP`). A step is a
 * change of files by Node, or something sent to another program; what SQLite writes by itself lies between them.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';

const dieAt = Number(process.env.DIE_AT_STEP);
let step = 0;

function before(owner, name) {
  const original = owner[name];
  owner[name] = function (...args) {
    step += 1;
    if (step === dieAt) process.kill(process.pid, 'SIGKILL');
    return original.apply(this, args);
  };
}

for (const name of ['copyFile', 'link', 'mkdir', 'open', 'rename', 'rm', 'unlink', 'writeFile'])
  before(fs.promises, name);
before(Socket.prototype, 'write');
syncBuiltinESMExports();
