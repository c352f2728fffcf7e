import type { CrdSchema } from '@kubewright/declaration';

/** The TypeScript type of a schema. */
export type TypeNode =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'union'; readonly of: readonly string[] }
  | { readonly is: 'nullable' | 'array' | 'map'; readonly of: TypeNode }
  | { readonly is: 'object'; readonly object: ObjectType };

/** An object with known fields, which becomes an interface. */
export interface ObjectType {
  /** The words of its path from the root, in the singular: `['spec', 'rule', 'backendRef']`. */
  readonly path: readonly string[];
  readonly description?: string;
  readonly members: readonly Member[];
  /** Whether the object may have fields that its schema does not name. */
  readonly isOpen: boolean;
}

export interface Member {
  readonly name: string;
  readonly isOptional: boolean;
  readonly type: TypeNode;
  readonly description?: string;
}

const embedded: CrdSchema = {
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: { type: 'object', additionalProperties: true },
  },
  required: ['apiVersion', 'kind'],
};

const scalars = { string: 'string', boolean: 'boolean', integer: 'number', number: 'number', any: 'unknown' } as const;

/** Reads the types of one CRD. Equal objects at fields of one name are the same `ObjectType`. */
export class TypeReader {
  readonly #objects = new Map<string, ObjectType>();
  readonly #ids = new Map<ObjectType, number>();

  /** Converts a schema to a type. @param path names from the root to the schema, for the names of interfaces */
  read(schema: CrdSchema, path: readonly string[]): TypeNode {
    const type = this.#readPresent(schema, path);
    const isUnknown = type.is === 'text' && type.text === 'unknown';
    return schema.nullable === true && !isUnknown ? { is: 'nullable', of: type } : type;
  }

  /** The fields of an object. @param skipped fields that its interface inherits */
  readMembers(
    { properties = {}, required = [] }: CrdSchema,
    path: readonly string[],
    skipped: readonly string[] = [],
  ): readonly Member[] {
    return Object.entries(properties)
      .filter(([name]) => !skipped.includes(name))
      .map(([name, { description, ...property }]) => ({
        name,
        // The API server fills in a default, so a user may omit the field.
        isOptional: !required.includes(name) || property.default !== undefined,
        // Without the description, which becomes the comment of this field, not of the interface of its object.
        type: this.read(property, [...path, name]),
        ...(description !== undefined && { description }),
      }));
  }

  #readPresent(schema: CrdSchema, path: readonly string[]): TypeNode {
    if (schema['x-kubernetes-int-or-string'] === true) return { is: 'union', of: ['number', 'string'] };
    const choices = (schema.enum ?? []).filter((value) => value !== null);
    if (choices.length > 0) return { is: 'union', of: choices.map(formatLiteral) };
    if (schema.type === 'array') return { is: 'array', of: this.read(schema.items ?? {}, toSingularPath(path)) };
    if (schema.type === 'object') return this.#readObject(schema, path);
    return { is: 'text', text: scalars[schema.type ?? 'any'] };
  }

  #readObject(schema: CrdSchema, path: readonly string[]): TypeNode {
    const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true;
    if (schema['x-kubernetes-embedded-resource'] === true) return this.#share(embed(schema), path, isOpen);
    if (hasMembers(schema.properties)) return this.#share(schema, path, isOpen);
    const { additionalProperties: values = isOpen } = schema;
    if (values === false) return { is: 'text', text: 'Readonly<Record<string, never>>' };
    const of = values === true ? ({ is: 'text', text: 'unknown' } as const) : this.read(values, toSingularPath(path));
    return { is: 'map', of };
  }

  #share(schema: CrdSchema, path: readonly string[], isOpen: boolean): TypeNode {
    const members = this.readMembers(schema, path);
    const { description } = schema;
    const made: ObjectType = { path, members, isOpen, ...(description !== undefined && { description }) };
    const key = JSON.stringify([path.at(-1), isOpen, members.map(({ description: _, ...rest }) => this.#toKey(rest))]);
    const object = this.#objects.get(key) ?? made;
    this.#objects.set(key, object);
    if (!this.#ids.has(object)) this.#ids.set(object, this.#ids.size);
    return { is: 'object', object };
  }

  #toKey({ name, isOptional, type }: Pick<Member, 'name' | 'isOptional' | 'type'>): unknown {
    return [name, isOptional, this.#toTypeKey(type)];
  }

  #toTypeKey(type: TypeNode): unknown {
    if (type.is === 'object') return this.#ids.get(type.object);
    return type.is === 'text' || type.is === 'union' ? type : [type.is, this.#toTypeKey(type.of)];
  }
}

function embed(schema: CrdSchema): CrdSchema {
  return {
    ...schema,
    properties: { ...embedded.properties, ...schema.properties },
    required: [...new Set([...(embedded.required ?? []), ...(schema.required ?? [])])],
  };
}

function hasMembers(properties: CrdSchema['properties']): boolean {
  return properties !== undefined && Object.keys(properties).length > 0;
}

/** Formats a literal with the quotes that Prettier would choose. */
export function formatLiteral(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  const quoted = JSON.stringify(value);
  return value.includes("'") ? quoted : `'${quoted.slice(1, -1).replaceAll(String.raw`\"`, '"')}'`;
}

function toSingularPath(path: readonly string[]): readonly string[] {
  const last = path.at(-1) ?? '';
  const singular = toSingular(last);
  // Appends "Item", because the interface of an inner list needs another name than that of the outer list.
  return [...path.slice(0, -1), singular === last && path.length > 1 ? `${last}Item` : singular];
}

/**
 * Returns the singular of a field name: `backendRefs` → `backendRef`, `policies` → `policy`, `addresses` → `address`.
 */
function toSingular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(ss|sh|ch|x)es$/.test(word)) return word.slice(0, -2);
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}
