import { createLog } from '../../src/ops/log/log.ts';

/** A log that nobody reads. */
export const SILENT = createLog({ level: 'silent', isReadable: false });
