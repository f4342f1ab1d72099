/**
 * Loaded before everything else (`node --import`), also by child processes and threads: `Date` is
 * CLOCK_SHIFT_MS ahead of the machine's clock, and CLOCK_STEP_MS further ahead with each SIGUSR2.
 * Timers and the times of files do not change, as on a machine whose clock was set.
 */
const { CLOCK_SHIFT_MS = 0, CLOCK_STEP_MS } = process.env;
let shiftMs = Number(CLOCK_SHIFT_MS);
if (CLOCK_STEP_MS !== undefined) {
  process.on('SIGUSR2', () => {
    shiftMs += Number(CLOCK_STEP_MS);
  });
}

if (shiftMs !== 0 || CLOCK_STEP_MS !== undefined) {
  const MachineDate = Date;
  const machineNow = Date.now;
  const now = () => machineNow() + shiftMs;
  MachineDate.now = now;
  globalThis.Date = new Proxy(MachineDate, {
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
    apply: (target) => new target(now()).toString(),
  });
  MachineDate.prototype.constructor = globalThis.Date;
}
