import { at, isRecord, listAt, type PlainObject, textAt } from '../objects/index.ts';
import { named, relate, type RelationFinder, templateOf } from './relation.ts';

const runsAs: RelationFinder = (from, all) => {
  const template = templateOf(from);
  if (template === undefined) return [];
  const name = textAt(from, `${template}.spec.serviceAccountName`);
  return relate(from, 'runs as', named(all, ['ServiceAccount'], { name, namespace: from.metadata.namespace }));
};

/** The volumes of a Pod, and those that are projected into one. */
const mounts: RelationFinder = (from, all) => {
  const template = templateOf(from);
  if (template === undefined) return [];
  const volumes = listAt(from, `${template}.spec.volumes`);
  const sources = [...volumes, ...volumes.flatMap((volume) => listAt(volume, 'projected.sources'))];
  return relate(from, 'mounts', referred(from, all, sources.flatMap(volumeReferences)));
};

/** Variables of containers that come from a ConfigMap or a Secret. */
const reads: RelationFinder = (from, all) => {
  const template = templateOf(from);
  if (template === undefined) return [];
  const containers = ['initContainers', 'containers'].flatMap((list) => listAt(from, `${template}.spec.${list}`));
  const sources = containers.flatMap((container) => [
    ...listAt(container, 'envFrom'),
    ...listAt(container, 'env').map((variable) => at(variable, 'valueFrom')),
  ]);
  return relate(from, 'reads', referred(from, all, sources.flatMap(variableReferences)));
};

/** cert-manager writes a Certificate into a Secret. */
const writes: RelationFinder = (from, all) => {
  if (from.kind !== 'Certificate') return [];
  const secret = { name: textAt(from, 'spec.secretName'), namespace: from.metadata.namespace };
  return relate(from, 'writes', named(all, ['Secret'], secret));
};

interface Reference {
  readonly kind: string;
  readonly name: string | undefined;
}

function volumeReferences(source: unknown): Reference[] {
  return [
    { kind: 'Secret', name: textAt(source, 'secret.secretName') ?? textAt(source, 'secret.name') },
    { kind: 'ConfigMap', name: textAt(source, 'configMap.name') },
    { kind: 'PersistentVolumeClaim', name: textAt(source, 'persistentVolumeClaim.claimName') },
  ];
}

function variableReferences(source: unknown): Reference[] {
  if (!isRecord(source)) return [];
  const nameIn = (...fields: readonly string[]): string | undefined =>
    fields.map((field) => textAt(source, `${field}.name`)).find((name) => name !== undefined);
  return [
    { kind: 'Secret', name: nameIn('secretRef', 'secretKeyRef') },
    { kind: 'ConfigMap', name: nameIn('configMapRef', 'configMapKeyRef') },
  ];
}

/** The objects that are referred to, each once. */
function referred(
  { metadata: { namespace } }: PlainObject,
  all: readonly PlainObject[],
  references: readonly Reference[],
): PlainObject[] {
  const known = references.filter(({ name }) => name !== undefined);
  return [...new Set(known.flatMap(({ kind, name }) => named(all, [kind], { name, namespace })))];
}

export const workloadRelations: readonly RelationFinder[] = [runsAs, mounts, reads, writes];
