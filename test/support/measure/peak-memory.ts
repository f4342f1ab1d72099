import { readFile } from 'node:fs/promises';

/** What the whole bot may take, whatever is sent: `compose.yaml` gives it a little more. */
export const MOST_MB = 400;

/** The most memory a process has ever had, in megabytes; nothing where the system does not tell. */
export async function peakMb(pid: number | undefined): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /VmHWM:\s+(\d+)/u.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1_024;
}
