import type { JsonSchema } from '../base/index.ts';

/** The key of a phantom property: types only, never a value. */
declare const types: unique symbol;

/** Whether a property must be written, may be missing, or is filled in by the API server. */
export type Presence = 'required' | 'optional' | 'defaulted';

/**
 * A schema, and the two types that it gives.
 *
 * - `TStored`: as the API server stores and returns it, defaults filled in
 * - `TWritten`: as a person writes it, defaulted properties optional
 */
export interface Schema<TStored = unknown, TWritten = TStored, TPresence extends Presence = Presence> {
  readonly json: JsonSchema;
  readonly presence: TPresence;
  readonly [types]?: { readonly stored: TStored; readonly written: TWritten };
}

/** What is stored for a schema. */
export type Stored<S> = S extends { readonly [types]?: { readonly stored: infer T } } ? T : never;

/** What is written for a schema. */
export type Written<S> = S extends { readonly [types]?: { readonly written: infer T } } ? T : never;

/** The properties of an object schema. */
export type Properties = Readonly<Record<string, Schema>>;

/** Whether a schema's property has to be written. */
export type PresenceOf<S> = S extends { readonly presence: infer P extends Presence } ? P : never;

/** What an object may hold beside its properties: nothing, or anything. */
export type UnknownFields<K> = K extends true ? { readonly [name: string]: unknown } : unknown;

/** Makes an intersection one readable type. */
type Flat<T> = { readonly [K in keyof T]: T[K] };

/** An object as it is stored: only optional properties may be missing. */
export type StoredObject<P> = Flat<
  { readonly [K in keyof P as PresenceOf<P[K]> extends 'optional' ? never : K]: Stored<P[K]> } & {
    readonly [K in keyof P as PresenceOf<P[K]> extends 'optional' ? K : never]?: Stored<P[K]>;
  }
>;

/** An object as it is written: optional and defaulted properties may be missing. */
export type WrittenObject<P> = Flat<
  { readonly [K in keyof P as PresenceOf<P[K]> extends 'required' ? K : never]: Written<P[K]> } & {
    readonly [K in keyof P as PresenceOf<P[K]> extends 'required' ? never : K]?: Written<P[K]>;
  }
>;
