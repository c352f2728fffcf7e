import type { DeclaredCrd, OperatorDeclaration } from '../declaration/index.ts';
import type { ConvertingOperator, CustomResourceDefinitionsProps } from '../options/index.ts';
import {
  type ConversionStanza,
  buildConversionStanza,
  listConvertedApis,
  getCrd,
  type OptionErrors,
  retainedAnnotations,
  type CommonMetadata,
  OptionError,
  planWebhooks,
  buildRecommendedLabels,
} from '../plan/index.ts';
import { findAmbiguousStrings } from '../yaml/ambiguous-strings.ts';
import type { ApiObjectData, ApiObjects } from './api-object.ts';
import { buildRollbackGuard } from './rollback-guard.ts';

/** Pure except for errors: the generated CRDs, plus labels and annotations. */
export function buildCrds(
  declaration: OperatorDeclaration,
  given: CustomResourceDefinitionsProps,
  errors: OptionErrors,
): ApiObjects {
  const marks = {
    name: `${declaration.name}-crd-rollback`,
    labels: { ...given.labels, ...buildRecommendedLabels(declaration, { component: 'crds' }) },
    annotations: { ...given.annotations, ...((given.keep ?? true) && retainedAnnotations) },
  };
  const stanzas = errors.attempt(() => buildConversionStanzas(declaration, given.operator), new Map());
  const declared = errors.attempt(() => declaration.apis.map(getCrd), []);
  const definitions = declared.map((each) => withConversion(each, stanzas));
  for (const text of definitions.flatMap(listMisreadErrors)) errors.add(text);
  const names = definitions.map(({ metadata }) => metadata.name);
  return {
    ...Object.fromEntries(definitions.map((each) => [each.metadata.name, addMetadata(each, marks)])),
    ...((given.rollbackGuard ?? true) && buildRollbackGuard(names, marks)),
  };
}

/** By CRD name. */
type ConversionStanzas = ReadonlyMap<string, ConversionStanza>;

/** Throws if a kind needs conversion and no operator converts it. */
function buildConversionStanzas(
  declaration: OperatorDeclaration,
  operator: ConvertingOperator | undefined,
): ConversionStanzas {
  const converted = listConvertedApis(declaration);
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
  return new Map(converted.map((api) => [`${api.plural}.${api.group}`, buildConversionStanza(api, plan, namespace)]));
}

function withConversion(definition: DeclaredCrd, stanzas: ConversionStanzas): DeclaredCrd {
  const { metadata, spec } = definition;
  const stanza = stanzas.get(metadata.name);
  if (stanza === undefined) return definition;
  const annotations = { ...metadata.annotations, ...stanza.annotations };
  return { ...definition, metadata: { ...metadata, annotations }, spec: { ...spec, conversion: stanza.conversion } };
}

/**
 * A message for each string that `App.synth` writes without quotes and the API server reads as another value.
 * `App.synth` has no option to quote strings.
 */
function listMisreadErrors({ metadata, ...definition }: DeclaredCrd): string[] {
  return findAmbiguousStrings(definition).map(
    (text) =>
      `${metadata.name}: cdk8s writes ${JSON.stringify(text)} so that kubectl reads something else: choose another word`,
  );
}

function addMetadata(definition: DeclaredCrd, { labels, annotations }: CommonMetadata): ApiObjectData {
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
