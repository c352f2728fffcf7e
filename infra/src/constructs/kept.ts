/** Annotations by which Argo CD, Flux, Helm and `ChartRelease` never delete an object that is gone from the manifests. */
export const keptAnnotations = {
  'argocd.argoproj.io/sync-options': 'Prune=false,ServerSideApply=true',
  'helm.sh/resource-policy': 'keep',
  'kustomize.toolkit.fluxcd.io/prune': 'disabled',
} as const;
