import { createLog } from '../../src/ops/log/log.ts';

/** A log that drops everything. */
export const SILENT = createLog({ level: 'silent', isReadable: false });
