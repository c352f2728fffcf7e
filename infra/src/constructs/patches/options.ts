/**
 * A change of objects that are created, for fields that no option sets.
 *
 * It cannot change `apiVersion`, `kind`, `metadata.name` or `metadata.namespace`. What it sets is not checked further: the API
 * server does that.
 */
export interface ObjectPatch {
  /** The kind of the objects, such as `Deployment`. */
  readonly kind: string;
  /** The name of the object. @default - every object of the kind */
  readonly name?: string;
  /**
   * A merge patch (RFC 7386): what is to be different, where `null` removes a field and a list replaces the whole list. Or a
   * list of operations (RFC 6902), which can also change one item of a list.
   *
   * @see https://www.rfc-editor.org/rfc/rfc7386
   * @see https://www.rfc-editor.org/rfc/rfc6902
   */
  readonly patch: Readonly<Record<string, unknown>> | readonly PatchOperation[];
}

/** One operation of a JSON Patch. A path such as `/spec/template/spec/containers/-` is a JSON Pointer. */
export type PatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'copy' | 'move'; readonly from: string; readonly path: string };
