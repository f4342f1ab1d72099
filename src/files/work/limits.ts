/**
 * Resident memory of the process, with everything that libraries allocate themselves. With the bot
 * it is less than 700 MB.
 */
export const MAX_MEMORY_MB = 480;
/** JavaScript objects among it. */
export const MAX_HEAP_MB = 400;
