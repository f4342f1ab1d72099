/**
 * Runs `run` once everything that had arrived before is read. A process that stood still (stopped, asleep, in a long
 * garbage collection) runs its due timers before it reads its sockets: a time-out believed at once would throw away an
 * answer that is there already.
 * @param bytesRead how much has been read so far: while that grows, more may lie there
 * @returns calls it off
 */
export function afterReading(run: () => void, bytesRead: () => number = () => 0): () => void {
  let seen = bytesRead();
  // Immediates run right after the event loop has polled its sockets.
  const look = (): void => {
    const now = bytesRead();
    if (now === seen) {
      run();
      return;
    }
    seen = now;
    next = setImmediate(look);
  };
  let next = setImmediate(look);
  return () => clearImmediate(next);
}
