import { KEY_PREFIX } from './connection.ts';

/** The counter that gives every inserted row its position. */
export const SEQUENCE_KEY = `${KEY_PREFIX}:sequence`;
/** The names of all collections. */
export const NAMES_KEY = `${KEY_PREFIX}:collections`;

/** A collection's name is one of the program's own and has no colon. */
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

/** The index of an id's group; for an id without one, the index of its collection. */
export function groupKeyOf(collection: string, id: string): string {
  const slash = id.indexOf('/');
  return slash === -1 ? indexKey(collection) : groupKey(collection, id.slice(0, slash));
}
