import type { Suggest } from '../../src/core/adapter.ts';

/** For tests in which nobody types ahead. */
export const suggestNothing: Suggest = async () => [];
