import type { Kind, KubeObject, ObjectMeta, Please } from '../base/index.ts';

declare const form: unique symbol;

/** The default form of written objects: the same type as that of read objects. */
export interface AsRead {
  readonly [form]: 'as read';
}

/** The form of a kind whose written objects the compiler does not check: see `unchecked`. */
export interface Unchecked {
  readonly [form]: 'unchecked';
}

/**
 * A kind whose objects are written in the form `TWritten`. For an API, that is its `spec` as users write it: fields
 * with a default are optional.
 */
export type WrittenKind<T extends KubeObject, TWritten> = Kind<T> & { readonly written?: TWritten };

/**
 * Returns the same kind, but the compiler does not check sent objects: for tests with objects that the API server
 * rejects. Responses stay typed.
 *
 * ```ts
 * await client.resource(unchecked(Backup)).create({ metadata: { name: 'wrong' }, spec: { size: 'seven' } });
 * ```
 */
export function unchecked<T extends KubeObject>(kind: Kind<T>): WrittenKind<T, Unchecked> {
  return kind;
}

/** Any fields. `object` accepts values whose type is an interface, the record accepts literals. */
type AnyFields = object | Readonly<Record<string, unknown>>;

/** Optional, because the client adds both from the kind. */
interface Typed {
  readonly apiVersion?: string;
  readonly kind?: string;
}

interface SomeMeta {
  readonly name?: string;
  readonly generateName?: string;
  readonly namespace?: string;
}

/**
 * Any JSON object with metadata, for kinds whose fields the compiler does not know, such as objects from a manifest.
 */
export type Sent = Typed & { readonly metadata: SomeMeta & AnyFields } & AnyFields;

/** Any JSON object with a name. */
export type SentByName = Sent & { readonly metadata: { readonly name: string } };

/**
 * Metadata of an object to create. Also allows fields that the API server sets, so that a read object can be sent
 * again.
 */
type NewMeta = Partial<ObjectMeta> & ({ readonly name: string } | { readonly generateName: string });
type NamedMeta = Partial<ObjectMeta> & { readonly name: string };

type FieldOf<T, K extends keyof T, TWritten> = K extends 'spec'
  ? [TWritten] extends [AsRead]
    ? T[K]
    : TWritten
  : T[K];

type NamesOf<T> = Exclude<keyof T, keyof KubeObject>;

/** Makes fields optional that may be empty. The spec of an API stays required. */
type OptionalIn<T, TWritten> = [TWritten] extends [AsRead]
  ? { [K in NamesOf<T>]-?: object extends T[K] ? K : undefined extends T[K] ? K : never }[NamesOf<T>]
  : Exclude<NamesOf<T>, 'spec'>;

/** Flattens an intersection, so that compiler messages show one readable type. */
type Flat<T> = { readonly [K in keyof T]: T[K] };

type Whole<T, TMeta, TWritten> = Flat<
  Typed & { readonly metadata: TMeta } & {
    readonly [K in Exclude<NamesOf<T>, OptionalIn<T, TWritten>>]: FieldOf<T, K, TWritten>;
  } & { readonly [K in OptionalIn<T, TWritten>]?: FieldOf<T, K, TWritten> }
>;

/** An object to create. For a kind of `defineApi`, fields with a default are optional. */
export type NewObject<T extends KubeObject, TWritten = AsRead> = Whole<T, NewMeta, TWritten>;

/** An object to update; it replaces the stored object. */
export type NamedObject<T extends KubeObject, TWritten = AsRead> = Whole<T, NamedMeta, TWritten>;

/** An object to apply, with only the fields that the caller wants to own. */
export type AppliedObject<T extends KubeObject, TWritten = AsRead> = Flat<
  Typed & { readonly metadata: NamedMeta } & {
    readonly [K in NamesOf<T>]?: Part<FieldOf<T, K, TWritten>>;
  }
>;

/** A merge patch (RFC 7396): any part of an object, with whole lists; `null` removes a field. */
export type MergePatch<T extends KubeObject, TWritten = AsRead> = Flat<
  { readonly metadata?: Patch<ObjectMeta> } & {
    readonly [K in NamesOf<T>]?: Patch<FieldOf<T, K, TWritten>> | null;
  }
>;

/** The types of written objects, by kind of write. */
export interface Forms {
  readonly create: unknown;
  readonly update: unknown;
  readonly apply: unknown;
  readonly mergePatch: unknown;
}

/** The types of written objects of an unchecked kind. */
export interface UncheckedForms {
  readonly create: Sent;
  readonly update: SentByName;
  readonly apply: SentByName;
  readonly mergePatch: object;
}

/**
 * The types of written objects of a kind. They accept anything if the kind is unchecked, or if the compiler knows none
 * of its fields.
 */
export type FormsOf<T extends KubeObject, TWritten = AsRead> = [TWritten] extends [Unchecked]
  ? UncheckedForms
  : [NamesOf<T>] extends [never]
    ? UncheckedForms
    : CheckedForms<T, TWritten>;

/** The types of written objects of a kind whose fields the compiler knows. */
export interface CheckedForms<T extends KubeObject, TWritten> {
  readonly create: NewObject<T, TWritten>;
  readonly update: NamedObject<T, TWritten>;
  readonly apply: AppliedObject<T, TWritten>;
  readonly mergePatch: MergePatch<T, TWritten>;
}

/**
 * Any part of a value. List items need all required fields, because the merge keys must be present. `null` leaves an
 * optional scalar, or a list of scalars, unset.
 * @typeParam TNull the type that replaces `null`
 */
export type Part<T, TNull = null> = T extends null
  ? TNull
  : T extends readonly (infer I)[]
    ? readonly Item<I, TNull>[]
    : T extends object
      ? { readonly [K in keyof T]?: Part<T[K], TNull> | Unset<T[K]> }
      : T | Hint<T>;

type Item<I, TNull> = I extends object
  ? { readonly [K in keyof I]: Part<I[K], TNull> | (undefined extends I[K] ? Unset<I[K]> : never) }
  : I;

/**
 * Adds a hint to the compiler's message about an enumeration: TypeScript widens its values to `string` in the inferred
 * return type of a function.
 */
type Hint<T> = T extends string ? (string extends T ? never : Please<'declare the return type Desired<...>'>) : never;

/**
 * `null` for fields that it clears. In an apply it does not clear objects and lists of objects, in which the API server
 * keeps what other managers have set.
 */
type Unset<T> =
  NonNullable<T> extends readonly (infer I)[]
    ? I extends object
      ? never
      : null
    : NonNullable<T> extends object
      ? never
      : null;

type Patch<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [K in keyof T]?: Patch<T[K]> | null }
    : T;
