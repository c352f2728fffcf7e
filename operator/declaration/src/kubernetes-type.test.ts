import { describe, expect, it } from 'vitest';

import { getKubernetesType, linkKubernetesType } from './kubernetes-type.ts';

describe("the link of a schema that is one of Kubernetes' own types", () => {
  it.each(['PodTemplateSpec', 'LabelSelector'])('names %s', (type) => {
    expect(getKubernetesType({ externalDocs: linkKubernetesType(type, 'v1.36') })).toBe(type);
  });

  it('leads to the reference of the release', () => {
    const start = 'https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/';
    expect(linkKubernetesType('EnvVar', 'v1.36')).toEqual({
      description: 'EnvVar, as in Kubernetes v1.36',
      url: `${start}#envvar-v1-core`,
    });
    expect(linkKubernetesType('LabelSelector', 'v1.36').url).toBe(`${start}#labelselector-v1-meta`);
  });

  it.each([
    undefined,
    { url: 'https://example.com', description: 'Cafe, as in Kubernetes v1.36' },
    { url: 'https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#podspec-v1-core' },
  ])('is not %j', (externalDocs) => {
    expect(getKubernetesType({ ...(externalDocs && { externalDocs }) })).toBeUndefined();
  });
});
