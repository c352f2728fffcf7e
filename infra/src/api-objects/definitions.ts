import type { DeclaredDefinition, OperatorDeclaration } from '../declaration/index.ts';
import type { ConvertingOperator, CustomResourceDefinitionsProps } from '../options/index.ts';
import {
  type ConversionStanza,
  conversionStanza,
  convertedApis,
  definitionOf,
  type Faults,
  keptAnnotations,
  type Marks,
  OptionError,
  planWebhooks,
  recommendedLabels,
} from '../plan/index.ts';
import { mistakableIn } from '../yaml/mistakable.ts';
import type { ApiObjectData, ApiObjects } from './api-object.ts';
import { rollbackGuard } from './rollback-guard.ts';

/** Pure, but for the faults: the definitions, exactly as they were generated, plus labels and annotations. */
export function definitionObjects(
  declaration: OperatorDeclaration,
  given: CustomResourceDefinitionsProps,
  faults: Faults,
): ApiObjects {
  const marks = {
    name: `${declaration.name}-crd-rollback`,
    labels: { ...given.labels, ...recommendedLabels(declaration, { component: 'crds' }) },
    annotations: { ...given.annotations, ...((given.keep ?? true) && keptAnnotations) },
  };
  const stanzas = faults.attempt(() => stanzasOf(declaration, given.operator), new Map());
  const declared = faults.attempt(() => declaration.apis.map(definitionOf), []);
  const definitions = declared.map((each) => withConversion(each, stanzas));
  for (const text of definitions.flatMap(misread)) faults.add(text);
  const names = definitions.map(({ metadata }) => metadata.name);
  return {
    ...Object.fromEntries(definitions.map((each) => [each.metadata.name, marked(each, marks)])),
    ...((given.rollbackGuard ?? true) && rollbackGuard(names, marks)),
  };
}

/** By the name of the definition. */
type Stanzas = ReadonlyMap<string, ConversionStanza>;

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

function withConversion(definition: DeclaredDefinition, stanzas: Stanzas): DeclaredDefinition {
  const { metadata, spec } = definition;
  const stanza = stanzas.get(metadata.name);
  if (stanza === undefined) return definition;
  const annotations = { ...metadata.annotations, ...stanza.annotations };
  return { ...definition, metadata: { ...metadata, annotations }, spec: { ...spec, conversion: stanza.conversion } };
}

/**
 * A message for each string that `App.synth` would write so that the API server reads something else. `App.synth` has
 * no option to quote these strings.
 */
function misread({ metadata, ...definition }: DeclaredDefinition): string[] {
  return mistakableIn(definition).map(
    (text) =>
      `${metadata.name}: cdk8s writes ${JSON.stringify(text)} so that kubectl reads something else: choose another word`,
  );
}

function marked(definition: DeclaredDefinition, { labels, annotations }: Marks): ApiObjectData {
  const { metadata } = definition;
  return {
    ...definition,
    metadata: {
      ...metadata,
      labels: { ...metadata.labels, ...labels },
      annotations: { ...metadata.annotations, ...annotations },
    },
  };
}
