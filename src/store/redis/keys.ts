import { KEY_PREFIX } from './connection.ts';

/** Gives every row that is entered its place. */
export const SEQUENCE_KEY = `${KEY_PREFIX}:sequence`;
/** The names of all collections. */
export const NAMES_KEY = `${KEY_PREFIX}:collections`;

/** Names are the program's own and hold no colon before the first one of the key. */
export function rowKey(collection: string, id: string): string {
  return `${KEY_PREFIX}:row:${encodeURIComponent(collection)}:${id}`;
}

export function indexKey(collection: string): string {
  return `${KEY_PREFIX}:index:${encodeURIComponent(collection)}`;
}

export function lastingKey(collection: string): string {
  return `${KEY_PREFIX}:lasting:${encodeURIComponent(collection)}`;
}

export function groupKey(collection: string, group: string): string {
  return `${KEY_PREFIX}:group:${encodeURIComponent(collection)}:${group}`;
}

/** The index of the group an id belongs to, if it belongs to one. */
export function groupKeyOf(collection: string, id: string): string {
  const slash = id.indexOf('/');
  return slash === -1 ? indexKey(collection) : groupKey(collection, id.slice(0, slash));
}
