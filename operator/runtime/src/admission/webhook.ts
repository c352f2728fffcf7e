import {
  checkSettingsTable,
  formats,
  toKebabCase,
  type Kind,
  formatKind,
  type KubeObject,
  type ObjectMeta,
  OperatorError,
  type Please,
  type PolicyRule,
  type SettingsTable,
} from '../base/index.ts';
import { buildWebhookRules, checkPermissions, type Permission } from '../reconcile/index.ts';
import type { FieldError } from './faults.ts';
import type { HandlerContext, KindsIn, NamedKinds, UndeclaredInWebhook } from './webhook-context.ts';

/**
 * An object as the client sent it, with the defaults of its schema. Any field may be absent, because the API server
 * validates the schema after all mutating webhooks.
 */
export type SubmittedObject<T> = DeepPartial<Omit<T, 'metadata'>> & { readonly metadata: Partial<ObjectMeta> };

type DeepPartial<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [K in keyof T]?: DeepPartial<T[K]> | undefined }
    : T;

/* eslint-disable @typescript-eslint/no-empty-object-type -- `{}` is a table without settings */
/** Admission handlers for one kind. A handler that throws fails only that request. */
export interface WebhookDeclaration<T extends KubeObject, TTries = object, TReads = object, TSettings = {}> {
  /* eslint-enable @typescript-eslint/no-empty-object-type */
  /** A DNS label, used in configurations, metrics and logs. @default - the kind in kebab-case */
  readonly name?: string;
  /**
   * Kinds for which the webhook may send dry-run writes, which store nothing. Grants the verbs create and patch.
   * @default - none
   */
  readonly dryRuns?: TTries & KindsIn<TTries>;
  /** Kinds that the webhook may read. Grants the verbs get and list. @default - none */
  readonly reads?: TReads & KindsIn<TReads, TTries>;
  /**
   * Permissions for API calls that the handlers send themselves, each with its reason, in addition to those of
   * `dryRuns` and `reads`. @default - none
   */
  readonly permissions?: readonly Permission[];
  /** Settings of the webhook: its own table, or the table of a controller. @default - none */
  readonly settings?: TSettings;
  /**
   * Completes an object before it is validated and stored. Returns a new object, or the same one if there is nothing to
   * change; the runtime computes the patch. `mutate` must be idempotent: the API server may call it again with the
   * result. The runtime calls it twice for each request to check that. @default - no changes
   */
  mutate?(
    this: void,
    object: SubmittedObject<T>,
    context: NoInfer<HandlerContext<UndeclaredInWebhook, T, { dryRuns: TTries; reads: TReads; settings: TSettings }>>,
  ): SubmittedObject<T> | Promise<SubmittedObject<T>>;
  /** Returns the field errors of a created or updated object; an empty list allows the write. @default - no errors */
  validate?(
    this: void,
    object: T,
    context: NoInfer<HandlerContext<UndeclaredInWebhook, T, { dryRuns: TTries; reads: TReads; settings: TSettings }>>,
  ):
    | readonly FieldError[]
    | Promise<readonly FieldError[] | Please<'return a list: [] or [invalid(path, value, reason)]'>>
    | Please<'return a list: [] or [invalid(path, value, reason)]'>;
  /**
   * Returns the reasons not to delete an object; an empty list allows the deletion. @default - allows every deletion
   */
  validateDelete?(
    this: void,
    old: T,
    context: NoInfer<HandlerContext<UndeclaredInWebhook, T, { dryRuns: TTries; reads: TReads; settings: TSettings }>>,
  ):
    | readonly FieldError[]
    | Promise<readonly FieldError[] | Please<'return a list: [] or [invalid(path, value, reason)]'>>
    | Please<'return a list: [] or [invalid(path, value, reason)]'>;
}

type Functions = Required<
  Pick<WebhookDeclaration<KubeObject, object, object, SettingsTable>, 'mutate' | 'validate' | 'validateDelete'>
>;

/** A declared webhook. Pass it to the operator, the generators, or `reviewWebhook` of the test kit. */
export interface WebhookDefinition<T extends KubeObject = KubeObject> {
  readonly name: string;
  readonly kind: Kind<T>;
  readonly dryRuns: NamedKinds;
  readonly reads: NamedKinds;
  readonly settings: SettingsTable;
  /** Permissions for the dry runs and reads, and those in `permissions`. */
  readonly rules: readonly PolicyRule[];
  readonly mutate?: Functions['mutate'];
  readonly validate?: Functions['validate'];
  readonly validateDelete?: Functions['validateDelete'];
}

/**
 * Declares handlers that validate and complete objects of `kind` when they are written, beyond their schema and its CEL
 * rules. Works for kinds of `defineApi` and for any other kind. Errors: `DECLARATION_INVALID` without a handler, if the
 * name is not a DNS label, or if a permission has a wildcard or no reason.
 */
export function defineWebhook<
  T extends KubeObject,
  const TTries = object,
  const TReads = object,
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- a table without settings
  const TSettings extends SettingsTable = {},
>(kind: Kind<T>, declaration: WebhookDeclaration<T, TTries, TReads, TSettings>): WebhookDefinition<T> {
  const {
    name = toKebabCase(kind.kind),
    settings = {},
    permissions = [],
    mutate,
    validate,
    validateDelete,
  } = declaration;
  const tries: NamedKinds = { ...declaration.dryRuns };
  const reads: NamedKinds = { ...declaration.reads };
  const hint = !formats.label.pattern.test(name)
    ? `the name ${JSON.stringify(name)} of the webhook must be a DNS label: ${formats.label.words}`
    : [mutate, validate, validateDelete].every((each) => each === undefined)
      ? 'the webhook does nothing: add mutate, validate or validateDelete'
      : undefined;
  if (hint !== undefined)
    throw new OperatorError('DECLARATION_INVALID', `define the webhook of ${formatKind(kind)}`, { hint });
  checkSettingsTable(settings);
  checkPermissions(`the webhook ${name}`, permissions);
  // The API server sends only objects of `kind`.
  const functions = {
    ...(mutate && { mutate }),
    ...(validate && { validate }),
    ...(validateDelete && { validateDelete }),
  };
  const handles = buildWebhookRules({ tries: Object.values(tries), reads: Object.values(reads) });
  const rules = [...handles, ...permissions];
  return { name, kind, dryRuns: tries, reads, settings, rules, ...functions };
}
