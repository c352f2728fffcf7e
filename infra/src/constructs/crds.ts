import { ApiObject, type ApiObjectProps } from 'cdk8s';
import { Construct } from 'constructs';
import {
  anyDeclaration,
  annotations,
  boolean,
  installationName,
  labels,
  list,
  namespaceName,
  object,
  type OperatorEnvironment,
  operatorWebhooksGroup,
  optional,
  orFalse,
} from '../options/index.ts';

import type { DeclaredDefinition, OperatorDeclaration } from '../declaration/index.ts';
import { checkTwice, Faults, OptionError } from './checks/index.ts';
import { clusterScoped } from './cluster-scoped.ts';
import { definitionOf } from './definition-of.ts';
import { givenDeclaration } from './given-declaration.ts';
import { keptAnnotations } from './kept.ts';
import { recommendedLabels } from './labels.ts';
import { addRollbackGuard } from './rollback-guard/index.ts';
import { convertedApis, conversionStanza, type ConversionStanza, planWebhooks } from './webhooks/index.ts';
import { mistakableIn } from '../yaml/index.ts';

export interface CustomResourceDefinitionsProps {
  /** The operator whose CustomResourceDefinitions are deployed. @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
  /**
   * Sets annotations by which Argo CD, Flux and Helm never prune the definitions: the deletion of a definition deletes
   * every resource of its kind.
   *
   * @default true
   */
  readonly keep?: boolean;
  /**
   * Leaves definitions as they are when an older version is applied, as by a rollback: otherwise fields that only the newer one
   * has are erased from stored objects. Needs Kubernetes 1.36.
   *
   * @default true
   */
  readonly rollbackGuard?: boolean;
  /**
   * The installation that converts objects between the versions of a kind: as it is deployed.
   *
   * @default - none: no kind may have versions that are converted
   */
  readonly operator?: ConvertingOperator;
  /** Labels of every definition, beside the recommended ones. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations of every definition. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
}

/** An installation of the operator, as far as API servers need it for conversions. */
export interface ConvertingOperator extends Pick<OperatorEnvironment, 'namespace' | 'namespaces' | 'webhooks'> {
  /** @default - the operator's name */
  readonly name?: string;
}

type Definition = ApiObjectProps & Pick<DeclaredDefinition, 'spec'>;

const shape = object(
  optional({
    declaration: anyDeclaration,
    keep: boolean,
    rollbackGuard: boolean,
    operator: object({
      namespace: namespaceName,
      ...optional({
        name: installationName,
        namespaces: list(namespaceName, { minimum: 1 }),
        webhooks: orFalse(operatorWebhooksGroup),
      }),
    }),
    ...{ labels, annotations },
  }),
);

/**
 * The CustomResourceDefinitions of an operator, exactly as they were generated, plus labels and annotations.
 *
 * To deploy only some of them, pass a declaration with fewer `apis`.
 *
 * The synth fails if a prop is wrong, if the declaration has no definition of a declared kind, or if a definition contains a
 * string that cdk8s would write so that `kubectl` reads something else: `0o17`, `0X1F`.
 */
export class CustomResourceDefinitions extends Construct {
  /** Names of the definitions, such as `webservers.my.domain`. */
  readonly names: readonly string[];
  readonly definitions: readonly ApiObject[];

  constructor(scope: Construct, id: string, props: CustomResourceDefinitionsProps = {}) {
    super(scope, id);
    const faults = new Faults(this);
    const given = faults.checked(props, shape);
    const declaration = givenDeclaration(given.declaration, faults);
    const marks = {
      labels: { ...given.labels, ...recommendedLabels(declaration, { component: 'crds' }) },
      annotations: { ...given.annotations, ...((given.keep ?? true) && keptAnnotations) },
    };
    const stanzas = faults.attempt(() => stanzasOf(declaration, given.operator), new Map());
    const declared = faults.attempt(() => declaration.apis.map(definitionOf), []);
    const definitions = declared.map((each) => withConversion(each, stanzas));
    this.definitions = definitions.map((definition) => addDefinition(this, definition, marks));
    this.names = this.definitions.map(({ name }) => name);
    if (given.rollbackGuard ?? true) {
      const name = `${declaration.name}-crd-rollback`;
      addRollbackGuard(new Construct(this, 'rollback-guard'), { name, definitions: this.names, ...marks });
    }
    this.node.addValidation({ validate: () => definitions.flatMap(misread) });
    checkTwice(this);
  }
}

/** By the name of the definition. */
type Stanzas = ReadonlyMap<string | undefined, ConversionStanza>;

/** Throws if there are kinds to convert, and nobody who does it. */
function stanzasOf(declaration: OperatorDeclaration, operator: ConvertingOperator | undefined): Stanzas {
  const converted = convertedApis(declaration);
  const [first] = converted;
  if (first === undefined) return new Map();
  if (operator === undefined) {
    throw new OptionError(
      `${first.kind} has several versions, between which the operator converts: pass operator, or the chart its environment`,
    );
  }
  const { name = declaration.name, namespace, namespaces, webhooks } = operator;
  const plan = planWebhooks(declaration, { name, namespace, namespaces, webhooks });
  if (plan === undefined) return new Map();
  return new Map(converted.map((api) => [`${api.plural}.${api.group}`, conversionStanza(api, plan, namespace)]));
}

function withConversion(definition: Definition, stanzas: Stanzas): Definition {
  const { metadata = {}, spec } = definition;
  const stanza = stanzas.get(metadata.name);
  if (stanza === undefined) return definition;
  const annotations = { ...metadata.annotations, ...stanza.annotations };
  return { ...definition, metadata: { ...metadata, annotations }, spec: { ...spec, conversion: stanza.conversion } };
}

/**
 * A message for each string that `App.synth` would write so that the API server reads something else. `App.synth` has
 * no option to quote these strings.
 */
function misread({ metadata = {}, ...definition }: Definition): string[] {
  return mistakableIn(definition).map(
    (text) =>
      `${metadata.name ?? ''}: cdk8s writes ${JSON.stringify(text)} so that kubectl reads something else: choose another word`,
  );
}

type Marks = Record<'labels' | 'annotations', Readonly<Record<string, string>>>;

/** The raw object: cdk8s-plus's typed CustomResourceDefinition drops fields that it does not know. */
function addDefinition(scope: Construct, definition: Definition, marks: Marks): ApiObject {
  const { metadata = {} } = definition;
  const object = new ApiObject(scope, metadata.name ?? '', {
    ...definition,
    metadata: {
      ...metadata,
      labels: { ...metadata.labels, ...marks.labels },
      annotations: { ...metadata.annotations, ...marks.annotations },
    },
  });
  return clusterScoped(object);
}
