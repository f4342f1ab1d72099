import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * What Telegram's Bot API takes, as the types of grammY describe it: they are made from Telegram's
 * documentation. TypeScript 7 has no interface for programs, so the few forms of types that they
 * use are read here.
 */
type Type =
  | { readonly kind: 'primitive'; readonly name: string }
  | { readonly kind: 'literal'; readonly value: unknown }
  | { readonly kind: 'named'; readonly name: string; readonly scope: string }
  | { readonly kind: 'array'; readonly of: Type }
  | { readonly kind: 'union' | 'intersection'; readonly of: readonly Type[] }
  | { readonly kind: 'object'; readonly fields: ReadonlyMap<string, Field> };

interface Field {
  readonly isOptional: boolean;
  readonly type: Type;
}

const FILES = [
  'methods',
  'message',
  'markup',
  'manage',
  'inline',
  'payment',
  'passport',
  'rich',
  'checklist',
  'story',
  'settings',
];
const UNKNOWN: Type = { kind: 'named', name: '', scope: '' };
const PRIMITIVES = new Set(['string', 'number', 'boolean']);
const TOKEN = /"[^"]*"|-?\d+(?:\.\d+)?|[\w$.]+|[{}()[\]|&<>;:,?=]/gu;
const COMMENT = /\/\*[\s\S]*?\*\//gu;

/**
 * Reads declarations, token by token. What it does not know, it skips: such a type takes anything.
 */
class Declarations {
  readonly types = new Map<string, Type>();
  readonly methods = new Map<string, Type>();
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(source: string) {
    this.#tokens = source.replace(COMMENT, '').match(TOKEN) ?? [];
    while (this.#at < this.#tokens.length) this.#declaration('');
  }

  #declaration(scope: string): void {
    const keyword = this.#take();
    if (keyword === 'namespace') this.#namespace(scope);
    if (keyword === 'interface') this.#interface(scope);
    if (keyword === 'type') this.#alias(scope);
  }

  #namespace(scope: string): void {
    const name = `${scope}${this.#take()}.`;
    this.#expect('{');
    while (!this.#is('}')) this.#declaration(name);
    this.#take();
  }

  #interface(scope: string): void {
    const name = `${scope}${this.#take()}`;
    this.#generics();
    const parts: Type[] = [];
    if (this.#skip('extends')) {
      do {
        parts.push(this.#primary(scope));
      } while (this.#skip(','));
    }
    parts.push(this.#object(scope));
    this.types.set(name, { kind: 'intersection', of: parts });
  }

  #alias(scope: string): void {
    const name = `${scope}${this.#take()}`;
    this.#generics();
    if (this.#skip('=')) this.types.set(name, this.#type(scope));
  }

  #type(scope: string): Type {
    this.#skip('|');
    const members = [this.#intersection(scope)];
    while (this.#skip('|')) members.push(this.#intersection(scope));
    return { kind: 'union', of: members };
  }

  #intersection(scope: string): Type {
    const members = [this.#array(scope)];
    while (this.#skip('&')) members.push(this.#array(scope));
    return { kind: 'intersection', of: members };
  }

  #array(scope: string): Type {
    let type = this.#primary(scope);
    while (this.#skip('[')) {
      if (this.#skip(']')) {
        type = { kind: 'array', of: type };
      } else {
        this.#skipTo('[', ']');
        type = UNKNOWN;
      }
    }
    return type;
  }

  #primary(scope: string): Type {
    if (this.#is('{')) return this.#object(scope);
    const token = this.#take();
    if (token === '(') {
      const type = this.#type(scope);
      this.#expect(')');
      return type;
    }
    if (token === 'readonly') return this.#array(scope);
    if (/^["\d-]|^(?:true|false)$/u.test(token))
      return { kind: 'literal', value: JSON.parse(token) };
    if (PRIMITIVES.has(token)) return { kind: 'primitive', name: token };
    this.#generics();
    return { kind: 'named', name: token, scope };
  }

  #object(scope: string): Type {
    this.#expect('{');
    if (this.#is('[')) return this.#mapped();
    const fields = new Map<string, Field>();
    while (!this.#skip('}')) {
      const name = this.#take();
      const isOptional = this.#skip('?');
      if (this.#skip('(')) this.#method(scope, name);
      else if (this.#skip(':')) fields.set(name, { isOptional, type: this.#type(scope) });
      this.#skip(';');
    }
    return { kind: 'object', fields };
  }

  /** Only the Bot API has methods. */
  #method(scope: string, name: string): void {
    let args: Type = { kind: 'object', fields: new Map() };
    if (!this.#skip(')')) {
      this.#take();
      this.#skip('?');
      this.#expect(':');
      args = this.#type(scope);
      this.#expect(')');
    }
    if (this.#skip(':')) this.#type(scope);
    this.methods.set(name, args);
  }

  #generics(): void {
    if (this.#skip('<')) this.#skipTo('<', '>');
  }

  /** A type that is computed from others. */
  #mapped(): Type {
    this.#skipTo('{', '}');
    return UNKNOWN;
  }

  #skipTo(open: string, close: string): void {
    for (let depth = 1; depth > 0; ) {
      const token = this.#take();
      if (token === open) depth += 1;
      if (token === close) depth -= 1;
    }
  }

  #is(token: string): boolean {
    return this.#tokens[this.#at] === token;
  }

  #skip(token: string): boolean {
    const isNext = this.#is(token);
    if (isNext) this.#at += 1;
    return isNext;
  }

  #expect(token: string): void {
    if (!this.#skip(token))
      throw new Error(`${token} expected at ${this.#tokens.slice(this.#at - 9, this.#at + 2)}`);
  }

  #take(): string {
    const token = this.#tokens[this.#at];
    this.#at += 1;
    if (token === undefined) throw new Error('the declarations end too soon');
    return token;
  }
}

function readDeclarations(): Declarations {
  const require = createRequire(import.meta.url);
  const requireOfGrammy = createRequire(require.resolve('grammy'));
  const folder = dirname(requireOfGrammy.resolve('@grammyjs/types/package.json'));
  const sources = FILES.map((name) => readFileSync(join(folder, `${name}.d.ts`), 'utf8'));
  return new Declarations(sources.join('\n'));
}

let declarations: Declarations | undefined;

/** In which points a call is not as the Bot API describes it; a line each. */
export function violationsOf(method: string, payload: object): readonly string[] {
  declarations ??= readDeclarations();
  const args = declarations.methods.get(method);
  if (args === undefined) return [`${method}: there is no such method`];
  return problemsOf(declarations.types, args, payload).map((problem) => `${method}${problem}`);
}

type Types = ReadonlyMap<string, Type>;

function problemsOf(types: Types, type: Type, value: unknown): readonly string[] {
  switch (type.kind) {
    case 'primitive':
      return isPrimitive(type.name, value) ? [] : [` is not a ${type.name}`];
    case 'literal':
      return type.value === value ? [] : [` is not ${JSON.stringify(type.value)}`];
    case 'array':
      if (!Array.isArray(value)) return [' is not a list'];
      return value.flatMap((member, index) =>
        problemsOf(types, type.of, member).map((problem) => `[${index}]${problem}`),
      );
    case 'union':
      return fewestOf(type.of.map((member) => problemsOf(types, member, value)));
    case 'named':
      return problemsOfNamed(types, type, value);
    case 'intersection':
      if (type.of.length === 1 && type.of[0] !== undefined)
        return problemsOf(types, type.of[0], value);
      return problemsOfObject(types, fieldsOf(types, type), value);
    default:
      return problemsOfObject(types, fieldsOf(types, type), value);
  }
}

/** Numbers of a form come as text. */
function isPrimitive(name: string, value: unknown): boolean {
  if (name === 'number' && typeof value === 'string') return value !== '' && !Number.isNaN(+value);
  return typeof value === name;
}

type NamedType = Type & { readonly kind: 'named' };

function problemsOfNamed(types: Types, named: NamedType, value: unknown): readonly string[] {
  const type = typeOf(types, named);
  return type === undefined ? [] : problemsOf(types, type, value);
}

function typeOf(types: Types, { name, scope }: NamedType): Type | undefined {
  return types.get(`${scope}${name}`) ?? types.get(name);
}

/** Undefined if it is not an object, or has parts that nobody knows. */
function fieldsOf(types: Types, type: Type | undefined): ReadonlyMap<string, Field> | undefined {
  if (type === undefined) return undefined;
  if (type.kind === 'object') return type.fields;
  if (type.kind === 'named') return fieldsOf(types, typeOf(types, type));
  if (type.kind !== 'union' && type.kind !== 'intersection') return undefined;
  const parts = type.of.map((part) => fieldsOf(types, part));
  if (type.kind === 'union' && parts.length > 1) return undefined;
  if (parts.some((part) => part === undefined)) return undefined;
  return new Map(parts.flatMap((part) => [...(part ?? [])]));
}

function problemsOfObject(
  types: Types,
  fields: ReadonlyMap<string, Field> | undefined,
  value: unknown,
): readonly string[] {
  if (fields === undefined) return [];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [' is no object'];
  const given = Object.entries(value);
  const missing = [...fields].filter(([name, { isOptional }]) => !isOptional && !(name in value));
  return [
    ...missing.map(([name]) => `.${name} is missing`),
    ...given.flatMap(([name, part]) => {
      const field = fields.get(name);
      if (field === undefined) return [`.${name} is unknown`];
      if (isEmptyObject(part)) return [`.${name} says nothing`];
      return problemsOf(types, field.type, part).map((problem) => `.${name}${problem}`);
    }),
  ];
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && JSON.stringify(value) === '{}';
}

function fewestOf(problems: readonly (readonly string[])[]): readonly string[] {
  return problems.reduce((fewest, other) => (other.length < fewest.length ? other : fewest));
}
