import { childrenOf, isFunction, isNode, type Node } from './syntax.ts';

/** Where each name of a scope is declared: the end of its declaration, or undefined if it is there from the start. */
interface Scope {
  readonly names: ReadonlyMap<string, Node | undefined>;
  /** How many functions the scope is inside of. */
  readonly depth: number;
}

/**
 * The names that a function inside another one uses though their `const` or `let` comes after it: until then each call
 * throws. Function declarations may call each other in a circle, since they are there from the start.
 */
export function lateUses(node: Node, scopes: readonly Scope[] = [], depth = 0): string[] {
  if (node.type === 'Identifier') return isLate(node, scopes, depth) ? [String(node.name)] : [];
  if (node.type.startsWith('TS') && !isNode(node.expression)) return [];
  const inside = depth + (isFunction(node) ? 1 : 0);
  const names = namesOf(node);
  const seen = names.size === 0 ? scopes : [...scopes, { names, depth: inside }];
  return readIn(node).flatMap((child) => lateUses(child, seen, inside));
}

function isLate({ name, start }: Node, scopes: readonly Scope[], depth: number): boolean {
  const scope = scopes.findLast(({ names }) => names.has(String(name)));
  const declared = scope?.names.get(String(name));
  // What a module declares is there before anything of it is called.
  return scope !== undefined && scope.depth > 0 && scope.depth < depth && (declared?.start ?? -1) > start;
}

/** The parts of a node that may read a name: not what declares one, and not the names of members. */
function readIn(node: Node): Node[] {
  const isMember = node.type === 'MemberExpression' || node.type === 'Property';
  return childrenOf(node).filter(
    (child) =>
      child !== node.id &&
      (!isMember || node.computed === true || ![node.key, node.property].includes(child)),
  );
}

/** What a node declares for all that is inside of it. */
function namesOf(node: Node): ReadonlyMap<string, Node | undefined> {
  const from = (patterns: unknown, declared?: Node) =>
    namedBy(patterns).map((name): [string, Node | undefined] => [name, declared]);
  if (isFunction(node)) return new Map(from(node.params));
  if (node.type === 'CatchClause') return new Map(from(node.param));
  const statements = childrenOf(node).flatMap((child) =>
    child.type === 'VariableDeclaration' ? childrenOf(child) : child,
  );
  return new Map(
    statements.flatMap((one) => {
      if (one.type === 'VariableDeclarator') return from(one.id, one);
      return one.type === 'FunctionDeclaration' ? from(one.id) : [];
    }),
  );
}

/** The names in a pattern: `a`, `{ a, b: c }`, `[d, ...e]`, `f = 5`. */
function namedBy(pattern: unknown): string[] {
  if (Array.isArray(pattern)) return pattern.flatMap(namedBy);
  if (!isNode(pattern)) return [];
  if (pattern.type === 'Identifier') return [String(pattern.name)];
  const { type } = pattern;
  if (type === 'AssignmentPattern') return namedBy(pattern.left);
  if (type === 'RestElement') return namedBy(pattern.argument);
  if (type === 'Property') return namedBy(pattern.value);
  return namedBy(pattern.properties ?? pattern.elements);
}
