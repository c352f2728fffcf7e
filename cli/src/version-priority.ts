const pattern = /^v(\d+)(?:(alpha|beta)(\d+))?$/;
const levels = ['alpha', 'beta', undefined];

export function isVersion(version: string): boolean {
  return pattern.test(version);
}

/**
 * Compares two versions for `sort`, in Kubernetes' version priority: v2, v1, v2beta1, v1alpha1.
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#version-priority
 */
export function compareVersions(version: string, other: string): number {
  const [one, two] = [rank(version), rank(other)];
  const index = one.findIndex((number, place) => number !== two[place]);
  return (two[index] ?? 0) - (one[index] ?? 0);
}

/** Whether a version precedes another one in this order. */
export function isPreferred(version: string, other: string): boolean {
  return compareVersions(version, other) < 0;
}

function rank(version: string): readonly number[] {
  const [, major = '0', level, minor = '0'] = pattern.exec(version) ?? [];
  return [levels.indexOf(level), Number(major), Number(minor)];
}
