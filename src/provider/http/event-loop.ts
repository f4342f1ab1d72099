/**
 * Runs `run` once all data that had already arrived is read. A process that stood still (stopped, asleep, in a long garbage
 * collection) runs its due timers before it reads its sockets, so acting on a time-out at once would discard an answer that
 * has already arrived.
 * @param bytesRead how many bytes have been read so far: while the number grows, more may follow
 * @returns a function that cancels the call
 */
export function afterReading(run: () => void, bytesRead: () => number = () => 0): () => void {
  let seen = bytesRead();
  let next: NodeJS.Immediate;
  const look = (): void => {
    const now = bytesRead();
    if (now === seen) {
      run();
      return;
    }
    seen = now;
    next = setImmediate(look);
  };
  // Immediates run right after the event loop has polled its sockets.
  next = setImmediate(look);
  return () => clearImmediate(next);
}
