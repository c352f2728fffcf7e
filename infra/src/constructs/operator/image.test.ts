import { describe, expect, it } from 'vitest';

import { kubewrightDeclaration } from '../../declaration/index.ts';
import { zoo } from '../../testing/index.ts';
import { imageReference } from './image.ts';
import type { OperatorImage } from './options.ts';

const repository = 'registry.example:5000/zoo/operator';
const digest = `sha256:${'0123456789abcdef'.repeat(4)}` as const;

describe('imageReference', () => {
  it('is the published image of the declared version by default', () => {
    const declaration = { ...kubewrightDeclaration(), version: '4.5.6' };
    expect(imageReference(declaration)).toBe('ghcr.io/kubewright/operator:4.5.6');
  });

  it.each<[image: OperatorImage, reference: string]>([
    [{ repository }, `${repository}:2.3.4`],
    [{ repository, tag: 'v9' }, `${repository}:v9`],
    [{ repository, digest }, `${repository}:2.3.4@${digest}`],
    [{ repository: 'zoo', tag: 'v9', digest }, `zoo:v9@${digest}`],
  ])('for %j is %s', (image, reference) => {
    expect(imageReference(zoo, image)).toBe(reference);
  });

  it.each<[image: OperatorImage, message: string]>([
    [{}, 'image.repository is missing: only who declares zoo knows where its image is'],
    [
      { repository: 'ghcr.io/zoo/operator:1' },
      'image.repository "ghcr.io/zoo/operator:1" must be a registry and a path',
    ],
    [{ repository: `zoo@${digest}` }, 'without tag or digest'],
    [{ repository: 'Zoo' }, 'must be a registry and a path'],
    [{ repository, tag: 'v9 ' }, 'image.tag "v9 " is not a tag'],
    [{ repository, digest: 'sha256:12' }, 'image.digest "sha256:12" must be sha256: and 64 hexadecimal digits'],
  ])('throws for %j', (image, message) => {
    expect(() => imageReference(zoo, image)).toThrow(message);
  });
});
