/** What waits: a `single` goes whenever there is room; a `batch` is one of many, which keep a pace so that singles get between. */
export type Priority = 'single' | 'batch';
