/** Never settles: whoever waits for it is left where it is. */
export const NEVER = new Promise<never>(() => {});
