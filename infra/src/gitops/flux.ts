import type { FluxOptions, FluxSource, GitOps } from '../options/index.ts';
import { isRetainedByFlux, formatGitOpsName, type Stage } from './stage.ts';

/** The fields of Flux's Kustomization that we write. */
export interface FluxKustomization {
  readonly apiVersion: 'kustomize.toolkit.fluxcd.io/v1';
  readonly kind: 'Kustomization';
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly spec: {
    readonly sourceRef: Required<Pick<FluxSource, 'kind' | 'name'>> & Pick<FluxSource, 'namespace'>;
    readonly path: string;
    readonly dependsOn?: readonly { readonly name: string }[];
    readonly interval: string;
    readonly retryInterval: string;
    readonly timeout: string;
    readonly prune: boolean;
    readonly wait: true;
    readonly force: false;
    readonly serviceAccountName?: string;
  };
}

/** GitOps with Flux. */
export interface FluxGitOps extends GitOps {
  readonly flux: FluxOptions;
}

/**
 * Pure: a Kustomization for each stage of an environment. Each depends on the previous one, and is ready when all its
 * objects are.
 *
 * Guarantees: Flux neither prunes retained CRDs nor deletes them with their Kustomization; it never recreates an
 * object.
 */
export function buildFluxKustomizations(
  units: readonly Stage[],
  { name, path, flux }: FluxGitOps,
): readonly FluxKustomization[] {
  const { source, namespace = 'flux-system', serviceAccountName } = flux;
  const { interval = '10m', retryInterval = '1m', timeout = '5m' } = flux;
  const buildReference = (unit: Stage): { readonly name: string } => ({
    name: formatGitOpsName([name, unit.environment, unit.name]),
  });
  return units.map((unit, index) => ({
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { ...buildReference(unit), namespace },
    spec: {
      sourceRef: { ...source, kind: source.kind ?? 'GitRepository' },
      path: path === '.' ? `./${unit.folder}` : `./${path}/${unit.folder}`,
      ...(index > 0 && { dependsOn: units.slice(index - 1, index).map(buildReference) }),
      ...{ interval, retryInterval, timeout },
      prune: !isRetainedByFlux(unit),
      wait: true,
      force: false,
      ...(serviceAccountName !== undefined && { serviceAccountName }),
    },
  }));
}
