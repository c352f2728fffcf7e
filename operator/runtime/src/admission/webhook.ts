import {
  formats,
  kebabCase,
  kindText,
  type Kind,
  type KubeObject,
  type ObjectMeta,
  OperatorError,
  type TypeOf,
} from '../base/index.ts';
import type { Fault } from './faults.ts';
import type { Requester } from './review.ts';
import type { Trial } from './trial.ts';

/** What the functions of a webhook learn of a request, beside the object. */
export interface AdmissionContext<T> {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE';
  /** As it is stored; absent when it is created. */
  readonly old: T | undefined;
  readonly requester: Requester;
  /** Whether nothing is stored whatever the answer is: nothing outside of the cluster may be changed either. */
  readonly dryRun: boolean;
  /** Aborts when the API server does not wait for the answer any more. */
  readonly signal: AbortSignal;
  /** Is shown to who sent the request, whether it is allowed or not: by kubectl as `Warning: ...`. */
  warn(this: void, text: string): void;
}

/** Kinds by the name under which the functions of a webhook find them. */
export type Tried = Readonly<Record<string, Kind>>;

/** A trial for each kind that is declared. */
export type Trials<TTries> = { readonly [K in keyof TTries]: Trial<TypeOf<TTries[K]> & KubeObject> };

/** What the functions of a webhook get beside the object. */
type ContextOf<T, TTries> = AdmissionContext<T> & Trials<TTries>;

/** Refuses what is no kind, and a name that every context has. */
type KindsIn<TTries> = {
  readonly [K in keyof TTries]: K extends keyof AdmissionContext<unknown>
    ? 'this name is taken: choose another'
    : TTries[K] extends Kind
      ? TTries[K]
      : never;
};

/**
 * An object as it was sent, with the defaults of its schema. The API server checks the schema only after all mutating
 * webhooks, so any field may be absent.
 */
export type Submitted<T> = DeepPartial<Omit<T, 'metadata'>> & { readonly metadata: Partial<ObjectMeta> };

type DeepPartial<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [K in keyof T]?: DeepPartial<T[K]> | undefined }
    : T;

/** What an author says of the writes of one kind, in functions. Whatever one throws fails its request only. */
export interface WebhookDeclaration<T extends KubeObject, TTries = object> {
  /** A DNS label: names it in configurations, metrics and logs. @default - the kind in kebab-case */
  readonly name?: string;
  /**
   * Kinds of which it may ask what the API server would say to a write: the verbs are create and patch, and nothing is
   * ever stored. @default - none
   */
  readonly tries?: TTries & KindsIn<TTries>;
  /**
   * Completes an object before it is checked and stored. Returns a new object, or the same if it is complete: the patch
   * follows from the difference. The API server may call it again with what it returned, and then it must change
   * nothing; the runtime checks that with each call. @default - nothing is completed
   */
  mutate?(
    this: void,
    object: Submitted<T>,
    context: NoInfer<ContextOf<T, TTries>>,
  ): Submitted<T> | Promise<Submitted<T>>;
  /** What is wrong with an object that is created or updated; nothing if it may be stored. @default - nothing */
  validate?(
    this: void,
    object: T,
    context: NoInfer<ContextOf<T, TTries>>,
  ): readonly Fault[] | Promise<readonly Fault[]>;
  /** Why an object may not be deleted; nothing if it may. @default - every deletion is allowed */
  validateDelete?(
    this: void,
    old: T,
    context: NoInfer<ContextOf<T, TTries>>,
  ): readonly Fault[] | Promise<readonly Fault[]>;
}

/** A webhook as the runtime runs it and as the generators read it. */
export interface WebhookDefinition {
  readonly name: string;
  readonly kind: Kind;
  readonly tries: Tried;
  readonly mutate?: NonNullable<WebhookDeclaration<KubeObject>['mutate']>;
  readonly validate?: NonNullable<WebhookDeclaration<KubeObject>['validate']>;
  readonly validateDelete?: NonNullable<WebhookDeclaration<KubeObject>['validateDelete']>;
}

/**
 * Declares what is checked and completed when objects of `kind` are written, beyond what their schema and its CEL rules
 * say: a kind of ours, or any other.
 *
 * Errors: `DECLARATION_INVALID` for one without a function, or with a name that is no DNS label.
 */
export function defineWebhook<T extends KubeObject, const TTries = object>(
  kind: Kind<T>,
  declaration: WebhookDeclaration<T, TTries>,
): WebhookDefinition {
  const { name = kebabCase(kind.kind), tries = {}, mutate, validate, validateDelete } = declaration;
  const hint = !formats.label.pattern.test(name)
    ? `its name ${JSON.stringify(name)} must be a DNS label: ${formats.label.words}`
    : [mutate, validate, validateDelete].every((each) => each === undefined)
      ? 'it does nothing: give it mutate, validate or validateDelete'
      : undefined;
  if (hint !== undefined)
    throw new OperatorError('DECLARATION_INVALID', `define the webhook of ${kindText(kind)}`, { hint });
  // The API server sends only objects of `kind`.
  const functions = {
    ...(mutate && { mutate }),
    ...(validate && { validate }),
    ...(validateDelete && { validateDelete }),
  };
  return { name, kind, tries, ...functions };
}
