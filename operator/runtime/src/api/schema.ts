import type { JsonSchema } from '../base/index.ts';

/** The key of a property that exists only in types, never as a value. */
declare const types: unique symbol;

/** Whether a property is required, optional, or set by the API server. */
export type Presence = 'required' | 'optional' | 'defaulted';

/**
 * A schema and the two TypeScript types of its values.
 * - `TStored`: as the API server stores and returns it, with defaults
 * - `TWritten`: as a user writes it: properties with a default are optional
 */
export interface Schema<TStored = unknown, TWritten = TStored, TPresence extends Presence = Presence> {
  readonly json: JsonSchema;
  readonly presence: TPresence;
  readonly [types]?: { readonly stored: TStored; readonly written: TWritten };
}

/** The type of a schema's values as the API server stores them. */
export type Stored<S> = S extends { readonly [types]?: { readonly stored: infer T } } ? T : never;

/** The type of a schema's values as users write them. */
export type Written<S> = S extends { readonly [types]?: { readonly written: infer T } } ? T : never;

/** The properties of an object schema, by name. */
export type Properties = Readonly<Record<string, Schema>>;

/** Whether a property with schema `S` is required, optional or defaulted. */
export type PresenceOf<S> = S extends { readonly presence: infer P extends Presence } ? P : never;

/** The type of undeclared fields: any if `K` is true, otherwise none. */
export type UnknownFields<K> = K extends true ? { readonly [name: string]: unknown } : unknown;

/** Flattens an intersection, so that editors show one readable type. */
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
