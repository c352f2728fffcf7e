import { describe, expect, it } from 'vitest';
import type { OperatorImage } from '../options/index.ts';

import { getKubewrightDeclaration } from '../declaration/index.ts';
import { zoo } from '../testing/zoo.ts';
import { formatImageReference } from './pods.ts';

const repository = 'registry.example:5000/zoo/operator';
const digest = `sha256:${'0123456789abcdef'.repeat(4)}` as const;

describe('formatImageReference', () => {
  it('is the published image of the declared version by default', () => {
    const declaration = { ...getKubewrightDeclaration(), version: '4.5.6' };
    expect(formatImageReference(declaration)).toBe('ghcr.io/kubewright/operator:4.5.6');
  });

  it.each<[image: OperatorImage, reference: string]>([
    [{ repository }, `${repository}:2.3.4`],
    [{ repository, tag: 'v9' }, `${repository}:v9`],
    [{ repository, digest }, `${repository}:2.3.4@${digest}`],
    [{ repository: 'zoo', tag: 'v9', digest }, `zoo:v9@${digest}`],
  ])('for %j is %s', (image, reference) => {
    expect(formatImageReference(zoo, image)).toBe(reference);
  });

  it('throws without a repository for an operator that is not ours', () => {
    expect(() => formatImageReference(zoo)).toThrow(
      'image.repository is missing: set it, because zoo has no default image',
    );
  });
});
