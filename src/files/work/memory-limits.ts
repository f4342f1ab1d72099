/**
 * Most resident memory of the child process, including what native libraries allocate. Together
 * with it, the bot stays below 700 MB.
 */
export const MAX_MEMORY_MB = 480;
/** Most of that memory that the JavaScript objects of its thread may take. */
export const MAX_HEAP_MB = 400;
