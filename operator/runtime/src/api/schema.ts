import type { JsonSchema } from '../base/index.ts';

/** The key of a phantom property: types only, never a value. */
declare const types: unique symbol;

/** Whether a property is required, optional, or set by the API server. */
export type Presence = 'required' | 'optional' | 'defaulted';

/**
 * A schema and its two types.
 *
 * - `TStored`: as the API server stores and returns it, with defaults
 * - `TWritten`: as a user writes it: properties with a default are optional
 */
export interface Schema<TStored = unknown, TWritten = TStored, TPresence extends Presence = Presence> {
  readonly json: JsonSchema;
  readonly presence: TPresence;
  readonly [types]?: { readonly stored: TStored; readonly written: TWritten };
}

/** The stored type of a schema. */
export type Stored<S> = S extends { readonly [types]?: { readonly stored: infer T } } ? T : never;

/** The written type of a schema. */
export type Written<S> = S extends { readonly [types]?: { readonly written: infer T } } ? T : never;

/** The properties of an object schema. */
export type Properties = Readonly<Record<string, Schema>>;

/** Whether a schema's property is required. */
export type PresenceOf<S> = S extends { readonly presence: infer P extends Presence } ? P : never;

/** Further fields of an object: none, or any. */
export type UnknownFields<K> = K extends true ? { readonly [name: string]: unknown } : unknown;

/** Flattens an intersection into one readable type. */
type Flat<T> = { readonly [K in keyof T]: T[K] };

/** An object as it is stored: only optional properties may be missing. */
export type StoredObject<P> = Flat<
  { readonly [K in keyof P as PresenceOf<P[K]> extends 'optional' ? never : K]: Stored<P[K]> } & {
    readonly [K in keyof P as PresenceOf<P[K]> extends 'optional' ? K : never]?: Stored<P[K]>;
  }
>;

/** An object as it is written: properties that are optional or have a default may be missing. */
export type WrittenObject<P> = Flat<
  { readonly [K in keyof P as PresenceOf<P[K]> extends 'required' ? K : never]: Written<P[K]> } & {
    readonly [K in keyof P as PresenceOf<P[K]> extends 'required' ? never : K]?: Written<P[K]>;
  }
>;
