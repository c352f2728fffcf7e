const pattern = /^v(\d+)(?:(alpha|beta)(\d+))?$/;
const levels = ['alpha', 'beta', undefined];

export function isVersion(version: string): boolean {
  return pattern.test(version);
}

/**
 * Whether a version precedes another one in Kubernetes' version priority: v2, v1, v2beta1, v1alpha1.
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#version-priority
 */
export function isPreferred(version: string, other: string): boolean {
  const [one, two] = [rank(version), rank(other)];
  const index = one.findIndex((number, place) => number !== two[place]);
  return (one[index] ?? 0) > (two[index] ?? 0);
}

function rank(version: string): readonly number[] {
  const [, major, level, minor] = pattern.exec(version) ?? [];
  return [levels.indexOf(level), Number(major), Number(minor ?? 0)];
}
