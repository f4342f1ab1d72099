/**
 * Loaded before everything else (`node --import`), also by child processes and threads: `Date` shows a time that lies
 * CLOCK_SHIFT_MS beside the machine's. Timers and what files keep are as they are, and so a machine whose clock
 * somebody set looks to its programs.
 */
const shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0);

if (shiftMs !== 0) {
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
