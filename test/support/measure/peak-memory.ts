import { readFile } from 'node:fs/promises';

/** What the whole bot may take for pictures on which no text is read, whatever is sent. */
export const MOST_MB = 400;

/** The same where it reads text as well: `compose.yaml` gives it a little more. */
export const MOST_READING_MB = 600;

/** The most memory a process has ever had, in megabytes; nothing where the system does not tell. */
export function peakMb(pid: number | undefined): Promise<number | undefined> {
  return megabytes(pid, /VmHWM:\s+(\d+)/u);
}

/** What a process has now, in megabytes; nothing where the system does not tell. */
export function heldMb(pid: number | undefined): Promise<number | undefined> {
  return megabytes(pid, /VmRSS:\s+(\d+)/u);
}

async function megabytes(pid: number | undefined, line: RegExp): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = line.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1_024;
}
