import {
  checkSettingsTable,
  formats,
  toKebabCase,
  type Kind,
  formatKind,
  type KubeObject,
  type ObjectMeta,
  OperatorError,
  type PolicyRule,
  type SettingsTable,
} from '../base/index.ts';
import { buildWebhookRules } from '../reconcile/index.ts';
import type { FieldError } from './faults.ts';
import type { KindsIn, NamedKinds, WebhookContext } from './webhook-context.ts';

/**
 * An object as it was sent, with the defaults of its schema. The API server checks the schema only after all mutating
 * webhooks, so any field may be absent.
 */
export type SubmittedObject<T> = DeepPartial<Omit<T, 'metadata'>> & { readonly metadata: Partial<ObjectMeta> };

type DeepPartial<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [K in keyof T]?: DeepPartial<T[K]> | undefined }
    : T;

/* eslint-disable @typescript-eslint/no-empty-object-type -- `{}` is a table without settings */
/** What an author says of the writes of one kind, in functions. Whatever one throws fails its request only. */
export interface WebhookDeclaration<T extends KubeObject, TTries = object, TReads = object, TSettings = {}> {
  /* eslint-enable @typescript-eslint/no-empty-object-type */
  /** A DNS label: names it in configurations, metrics and logs. @default - the kind in kebab-case */
  readonly name?: string;
  /**
   * Kinds of which it may ask what the API server would say to a write: the verbs are create and patch, and nothing is
   * ever stored. @default - none
   */
  readonly dryRuns?: TTries & KindsIn<TTries>;
  /** Kinds that it may look up: the verbs are get and list. @default - none */
  readonly reads?: TReads & KindsIn<TReads, TTries>;
  /** Settings of its own, or those of a controller: the identical definitions. @default - none */
  readonly settings?: TSettings;
  /**
   * Completes an object before it is checked and stored. Returns a new object, or the same if it is complete: the patch
   * follows from the difference. The API server may call it again with what it returned, and then it must change
   * nothing; the runtime checks that with each call. @default - nothing is completed
   */
  mutate?(
    this: void,
    object: SubmittedObject<T>,
    context: NoInfer<WebhookContext<T, { dryRuns: TTries; reads: TReads; settings: TSettings }>>,
  ): SubmittedObject<T> | Promise<SubmittedObject<T>>;
  /** What is wrong with an object that is created or updated; nothing if it may be stored. @default - nothing */
  validate?(
    this: void,
    object: T,
    context: NoInfer<WebhookContext<T, { dryRuns: TTries; reads: TReads; settings: TSettings }>>,
  ): readonly FieldError[] | Promise<readonly FieldError[]>;
  /** Why an object may not be deleted; nothing if it may. @default - every deletion is allowed */
  validateDelete?(
    this: void,
    old: T,
    context: NoInfer<WebhookContext<T, { dryRuns: TTries; reads: TReads; settings: TSettings }>>,
  ): readonly FieldError[] | Promise<readonly FieldError[]>;
}

type Functions = Required<
  Pick<WebhookDeclaration<KubeObject, object, object, SettingsTable>, 'mutate' | 'validate' | 'validateDelete'>
>;

/** A webhook as the runtime runs it and as the generators read it. */
export interface WebhookDefinition {
  readonly name: string;
  readonly kind: Kind;
  readonly dryRuns: NamedKinds;
  readonly reads: NamedKinds;
  readonly settings: SettingsTable;
  /** The permissions for its dry runs and reads. */
  readonly rules: readonly PolicyRule[];
  readonly mutate?: Functions['mutate'];
  readonly validate?: Functions['validate'];
  readonly validateDelete?: Functions['validateDelete'];
}

/**
 * Declares what is checked and completed when objects of `kind` are written, beyond what their schema and its CEL rules
 * say: a kind of ours, or any other.
 *
 * Errors: `DECLARATION_INVALID` for one without a function, or with a name that is no DNS label.
 */
export function defineWebhook<
  T extends KubeObject,
  const TTries = object,
  const TReads = object,
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- a table without settings
  const TSettings extends SettingsTable = {},
>(kind: Kind<T>, declaration: WebhookDeclaration<T, TTries, TReads, TSettings>): WebhookDefinition {
  const { name = toKebabCase(kind.kind), settings = {}, mutate, validate, validateDelete } = declaration;
  const tries: NamedKinds = { ...declaration.dryRuns };
  const reads: NamedKinds = { ...declaration.reads };
  const hint = !formats.label.pattern.test(name)
    ? `its name ${JSON.stringify(name)} must be a DNS label: ${formats.label.words}`
    : [mutate, validate, validateDelete].every((each) => each === undefined)
      ? 'it does nothing: give it mutate, validate or validateDelete'
      : undefined;
  if (hint !== undefined)
    throw new OperatorError('DECLARATION_INVALID', `define the webhook of ${formatKind(kind)}`, { hint });
  checkSettingsTable(settings);
  // The API server sends only objects of `kind`.
  const functions = {
    ...(mutate && { mutate }),
    ...(validate && { validate }),
    ...(validateDelete && { validateDelete }),
  };
  const rules = buildWebhookRules({ tries: Object.values(tries), reads: Object.values(reads) });
  return { name, kind, dryRuns: tries, reads, settings, rules, ...functions };
}
