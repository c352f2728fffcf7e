import type { Kind, KubeObject, ObjectMeta, Please } from '../base/index.ts';

declare const form: unique symbol;

/** The default form of a kind: objects are written as they are read. */
export interface AsRead {
  readonly [form]: 'as read';
}

/** The form of a kind whose objects are not checked: see `unchecked`. */
export interface Unchecked {
  readonly [form]: 'unchecked';
}

/**
 * A kind whose objects may be written in the form `TWritten`: for an API, its `spec` as users write it, where fields
 * with a default are optional.
 */
export type WrittenKind<T extends KubeObject, TWritten> = Kind<T> & { readonly written?: TWritten };

/**
 * The same kind without a check of sent objects: for tests with objects that the API server rejects. Responses stay
 * typed.
 *
 * ```ts
 * await client.resource(unchecked(Backup)).create({ metadata: { name: 'wrong' }, spec: { size: 'seven' } });
 * ```
 */
export function unchecked<T extends KubeObject>(kind: Kind<T>): WrittenKind<T, Unchecked> {
  return kind;
}

/** Any unknown fields: for literals, and for values whose type is an interface. */
type AnyFields = object | Readonly<Record<string, unknown>>;

/** The client adds these from the kind if they are omitted. */
interface Typed {
  readonly apiVersion?: string;
  readonly kind?: string;
}

interface SomeMeta {
  readonly name?: string;
  readonly generateName?: string;
  readonly namespace?: string;
}

/** Any JSON with metadata: an object of a kind whose fields the compiler does not know, for example from a manifest. */
export type Sent = Typed & { readonly metadata: SomeMeta & AnyFields } & AnyFields;

/** `Sent` with a name. */
export type SentByName = Sent & { readonly metadata: { readonly name: string } };

/** Metadata of an object to send. Allows fields that the server sets, as in an object that was read. */
type NewMeta = Partial<ObjectMeta> & ({ readonly name: string } | { readonly generateName: string });
type NamedMeta = Partial<ObjectMeta> & { readonly name: string };

type FieldOf<T, K extends keyof T, TWritten> = K extends 'spec'
  ? [TWritten] extends [AsRead]
    ? T[K]
    : TWritten
  : T[K];

type NamesOf<T> = Exclude<keyof T, keyof KubeObject>;

/** Optional fields, because they may be empty. The spec of an API is still required. */
type OptionalIn<T, TWritten> = [TWritten] extends [AsRead]
  ? { [K in NamesOf<T>]-?: object extends T[K] ? K : undefined extends T[K] ? K : never }[NamesOf<T>]
  : Exclude<NamesOf<T>, 'spec'>;

/** Flattens several types into one, for readable messages. */
type Flat<T> = { readonly [K in keyof T]: T[K] };

type Whole<T, TMeta, TWritten> = Flat<
  Typed & { readonly metadata: TMeta } & {
    readonly [K in Exclude<NamesOf<T>, OptionalIn<T, TWritten>>]: FieldOf<T, K, TWritten>;
  } & { readonly [K in OptionalIn<T, TWritten>]?: FieldOf<T, K, TWritten> }
>;

/** An object to create. For a kind of `defineApi`, fields with a default are optional. */
export type NewObject<T extends KubeObject, TWritten = AsRead> = Whole<T, NewMeta, TWritten>;

/** An object to update: it replaces the stored one. */
export type NamedObject<T extends KubeObject, TWritten = AsRead> = Whole<T, NamedMeta, TWritten>;

/** An object to apply: only the fields that the caller wants to own. */
export type AppliedObject<T extends KubeObject, TWritten = AsRead> = Flat<
  Typed & { readonly metadata: NamedMeta } & {
    readonly [K in NamesOf<T>]?: Part<FieldOf<T, K, TWritten>>;
  }
>;

/** A merge patch: any part of an object, with whole lists, and `null` to remove a field. RFC 7396. */
export type MergePatch<T extends KubeObject, TWritten = AsRead> = Flat<
  { readonly metadata?: Patch<ObjectMeta> } & {
    readonly [K in NamesOf<T>]?: Patch<FieldOf<T, K, TWritten>> | null;
  }
>;

/** The arguments of each write of a kind. */
export interface Forms {
  readonly create: unknown;
  readonly update: unknown;
  readonly apply: unknown;
  readonly mergePatch: unknown;
}

/** The arguments of each write of an unchecked kind. */
export interface UncheckedForms {
  readonly create: Sent;
  readonly update: SentByName;
  readonly apply: SentByName;
  readonly mergePatch: object;
}

/** The arguments of each write of a kind: anything, if the kind is unchecked, or has no known field. */
export type FormsOf<T extends KubeObject, TWritten = AsRead> = [TWritten] extends [Unchecked]
  ? UncheckedForms
  : [NamesOf<T>] extends [never]
    ? UncheckedForms
    : CheckedForms<T, TWritten>;

/** The arguments of each write of a kind with known fields. */
export interface CheckedForms<T extends KubeObject, TWritten> {
  readonly create: NewObject<T, TWritten>;
  readonly update: NamedObject<T, TWritten>;
  readonly apply: AppliedObject<T, TWritten>;
  readonly mergePatch: MergePatch<T, TWritten>;
}

/**
 * Any part of a value; but a list item has all its required fields, because its merge keys must be present. `null`
 * leaves an optional scalar, or a list of scalars, unset.
 *
 * @typeParam TNull the type where the value can be `null`
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
 * A hint in the compiler's message next to the values of an enumeration: the return type of a function widens them to
 * string.
 */
type Hint<T> = T extends string ? (string extends T ? never : Please<'declare the return type Desired<...>'>) : never;

/**
 * `null`, except for fields that `null` does not clear: the server keeps what others have set below an object or in a
 * list of objects.
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
