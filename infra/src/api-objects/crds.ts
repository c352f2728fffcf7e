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

/** Pure, except that it adds to `errors`: the generated CRDs, plus labels and annotations. */
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
  const crds = declared.map((each) => withConversion(each, stanzas));
  for (const text of crds.flatMap(listMisreadErrors)) errors.add(text);
  const names = crds.map(({ metadata }) => metadata.name);
  return {
    ...Object.fromEntries(crds.map((each) => [each.metadata.name, addMetadata(each, marks)])),
    ...((given.rollbackGuard ?? true) && buildRollbackGuard(names, marks)),
  };
}

/** The conversion sections of CRDs, by name of the CRD. */
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
      `${first.kind} has several versions, which the operator converts: pass operator, or pass environment to the chart`,
    );
  }
  const { name = declaration.name, namespace, namespaces, webhooks } = operator;
  const plan = planWebhooks(declaration, { name, namespace, namespaces, webhooks });
  if (plan === undefined) return new Map();
  return new Map(converted.map((api) => [`${api.plural}.${api.group}`, buildConversionStanza(api, plan, namespace)]));
}

function withConversion(crd: DeclaredCrd, stanzas: ConversionStanzas): DeclaredCrd {
  const { metadata, spec } = crd;
  const stanza = stanzas.get(metadata.name);
  if (stanza === undefined) return crd;
  const annotations = { ...metadata.annotations, ...stanza.annotations };
  return { ...crd, metadata: { ...metadata, annotations }, spec: { ...spec, conversion: stanza.conversion } };
}

/**
 * A message for each string that `App.synth` writes without quotes and the API server reads as another value.
 * `App.synth` has no option to quote strings.
 */
function listMisreadErrors({ metadata, ...crd }: DeclaredCrd): string[] {
  return findAmbiguousStrings(crd).map(
    (text) =>
      `${metadata.name}: cdk8s writes ${JSON.stringify(text)} without quotes, and kubectl reads it as another value: use another string`,
  );
}

function addMetadata(crd: DeclaredCrd, { labels, annotations }: CommonMetadata): ApiObjectData {
  const { metadata } = crd;
  return {
    ...crd,
    metadata: {
      ...metadata,
      labels: { ...metadata.labels, ...labels },
      annotations: { ...metadata.annotations, ...annotations },
    },
  };
}
