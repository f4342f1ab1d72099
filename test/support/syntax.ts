import { parseAst } from 'vitest/node';

type Field =
  | 'alternate'
  | 'argument'
  | 'arguments'
  | 'body'
  | 'callee'
  | 'computed'
  | 'consequent'
  | 'declarations'
  | 'elements'
  | 'expression'
  | 'id'
  | 'init'
  | 'key'
  | 'left'
  | 'name'
  | 'object'
  | 'operator'
  | 'param'
  | 'params'
  | 'properties'
  | 'property'
  | 'right'
  | 'value';

/** A node of the syntax tree (ESTree), with the fields that tests look at. */
export type Node = { readonly type: string; readonly start: number; readonly end: number } & {
  readonly [Each in Field]?: unknown;
};

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** All nodes below a value, itself included, in the order of the text. */
export function* nodesIn(value: unknown): Generator<Node> {
  if (isNode(value)) yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const child of Object.values(value)) yield* nodesIn(child);
}

/** The nodes right below one. */
export function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );
}

export function isFunction({ type }: Node): boolean {
  return ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(type);
}

export function treeOf(code: string): Node {
  return parseAst(code, { lang: 'ts' });
}
