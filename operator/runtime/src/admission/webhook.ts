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
 * An object as it was sent, with the defaults of its schema. The API server validates the schema after all mutating
 * webhooks, so any field may be absent.
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
   * Kinds for which the webhook may send dry-run writes. The verbs are create and patch; a dry run stores nothing.
   * @default - none
   */
  readonly dryRuns?: TTries & KindsIn<TTries>;
  /** Kinds that the webhook may read. The verbs are get and list. @default - none */
  readonly reads?: TReads & KindsIn<TReads, TTries>;
  /**
   * Permissions in addition to those of `dryRuns` and `reads`, for calls of its own code, each with its reason.
   * @default - none
   */
  readonly permissions?: readonly Permission[];
  /** Its own settings, or the same object as a controller's. @default - none */
  readonly settings?: TSettings;
  /**
   * Completes an object before it is validated and stored. Returns a new object, or the same one if it is complete: the
   * runtime computes the patch. The API server may call it again with the result; then it must change nothing, which
   * the runtime checks on each call. @default - no changes
   */
  mutate?(
    this: void,
    object: SubmittedObject<T>,
    context: NoInfer<HandlerContext<UndeclaredInWebhook, T, { dryRuns: TTries; reads: TReads; settings: TSettings }>>,
  ): SubmittedObject<T> | Promise<SubmittedObject<T>>;
  /** Returns the errors of a created or updated object; empty if it may be stored. @default - no errors */
  validate?(
    this: void,
    object: T,
    context: NoInfer<HandlerContext<UndeclaredInWebhook, T, { dryRuns: TTries; reads: TReads; settings: TSettings }>>,
  ):
    | readonly FieldError[]
    | Promise<readonly FieldError[] | Please<'return a list: [] or [invalid(path, value, reason)]'>>
    | Please<'return a list: [] or [invalid(path, value, reason)]'>;
  /** Returns the reasons not to delete an object; empty if it may be deleted. @default - allows every deletion */
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

/** A webhook, for the runtime, the generators and `reviewWebhook` of the test kit. */
export interface WebhookDefinition<T extends KubeObject = KubeObject> {
  readonly name: string;
  readonly kind: Kind<T>;
  readonly dryRuns: NamedKinds;
  readonly reads: NamedKinds;
  readonly settings: SettingsTable;
  /** The permissions for its dry runs and reads, and those that it declares. */
  readonly rules: readonly PolicyRule[];
  readonly mutate?: Functions['mutate'];
  readonly validate?: Functions['validate'];
  readonly validateDelete?: Functions['validateDelete'];
}

/**
 * Declares how to validate and complete objects of `kind` on writes, beyond their schema and its CEL rules. Works for
 * kinds of `defineApi` and for any other kind.
 *
 * Errors: `DECLARATION_INVALID` without a function, if the name is not a DNS label, or if a permission has a wildcard
 * or no reason.
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
