import { describe, expect, it } from 'vitest';

import { CafeV1, CafeV1beta1, CafeV2, cafeVersions, fromV1, fromV1beta1 } from '../../fixtures/cafe-versions.ts';
import { type Api, type ApiDeclaration, defineApi, type Schema, t } from '../api/index.ts';
import { type ConversionOptions, defineConversion } from './define-conversion.ts';
import { spoke } from './spoke.ts';

const listVersions = ({ crd }: { readonly crd: Api['crd'] }) =>
  crd.spec.versions.map(({ name, served, storage }) => ({ name, served, storage }));

describe('a conversion', () => {
  it('has the name and the path of its kind', () => {
    expect(cafeVersions).toMatchObject({
      name: 'cafe',
      webhook: { path: '/convert/cafe', conversionReviewVersions: ['v1'] },
    });
    expect(defineConversion(CafeV2, [fromV1], { name: 'coffee' }).webhook.path).toBe('/convert/coffee');
  });

  it('has one CRD, with the names of the hub and all versions', () => {
    const { crd } = cafeVersions;

    expect(crd.metadata).toEqual(CafeV2.crd.metadata);
    expect(crd.spec).toMatchObject({ group: 'example.com', names: CafeV2.crd.spec.names, scope: 'Namespaced' });
    expect(crd.spec).not.toHaveProperty('conversion');
    const [v2, v1, v1beta1] = crd.spec.versions;
    expect(v2).toEqual(CafeV2.crd.spec.versions[0]);
    expect(v1).toEqual({ ...CafeV1.crd.spec.versions[0], storage: false });
    expect(v1).toMatchObject({ deprecated: true, deprecationWarning: 'use v2' });
    expect(v1beta1).toEqual({ ...CafeV1beta1.crd.spec.versions[0], storage: false });
  });

  it('stores the hub, and serves every version', () => {
    expect(listVersions(cafeVersions)).toEqual([
      { name: 'v2', served: true, storage: true },
      { name: 'v1', served: true, storage: false },
      { name: 'v1beta1', served: true, storage: false },
    ]);
  });

  it('can store a spoke with the hub still first, and can stop serving a spoke', () => {
    const old = { ...fromV1beta1, served: false };

    expect(listVersions(defineConversion(CafeV2, [fromV1, old], { storageVersion: CafeV1 }))).toEqual([
      { name: 'v2', served: true, storage: false },
      { name: 'v1', served: true, storage: true },
      { name: 'v1beta1', served: false, storage: false },
    ]);
  });
});

const noChange = { toHub: () => ({ spec: {} }) as never, fromHub: () => ({ spec: {} }) as never };

type Changes = Partial<ApiDeclaration<Schema, Schema>>;

function buildVersion(changes: Changes) {
  const api = defineApi({ group: 'example.com', version: 'v1', kind: 'Cafe', spec: t.object({}), ...changes });
  return spoke(api, noChange);
}

const unconverted = { version: 'v1alpha1', spec: t.object({}) };

interface RejectedDeclaration extends ConversionOptions {
  readonly spokes?: readonly object[];
}

describe('the versions of a conversion are rejected', () => {
  it.each([
    [
      'without a spoke',
      { spokes: [] },
      'the conversion does not have spokes: a single version does not need a conversion',
    ],
    ['with a version twice', { spokes: [fromV1, fromV1beta1, fromV1] }, 'the version v1 is declared twice'],
    ['with the hub among them', { spokes: [buildVersion({ version: 'v2' })] }, 'the hub v2 is also a spoke'],
    [
      'of another kind',
      { spokes: [buildVersion({ kind: 'Bar' })] },
      'the kind of v1 is Bar, but that of the hub v2 is',
    ],
    [
      'of another group',
      { spokes: [buildVersion({ group: 'b.com' })] },
      'the group of v1 is b.com, but that of the hub',
    ],
    [
      'with another plural',
      { spokes: [buildVersion({ plural: 'cafs' })] },
      'the plural of v1 is cafs, but that of the',
    ],
    [
      'of another scope',
      { spokes: [buildVersion({ scope: 'Cluster' })] },
      'the scope of v1 is Cluster, but that of the',
    ],
    [
      ...([
        'with versions that it does not convert',
        { spokes: [buildVersion({ otherVersions: [unconverted] })] },
      ] as const),
      'v1 declares otherVersions, which the conversion does not convert: declare each version with defineApi, and add it as a spoke',
    ],
    [
      ...(['for another hub', { spokes: [spoke(CafeV1, { ...noChange, hub: CafeV1beta1 })] }] as const),
      'v1 is converted to v1beta1, but the hub is v2',
    ],
    [
      'with another one stored',
      { storageVersion: CafeV1beta1 },
      'the stored version v1beta1 is neither the hub nor a spoke',
    ],
    ['with a name that is not a label', { name: 'A' }, 'the name "A" of the conversion must be a DNS label'],
  ])('%s', (_, { spokes = [fromV1], ...options }: RejectedDeclaration, message) => {
    expect(() => defineConversion(CafeV2, spokes as never, options)).toThrow(
      `failed to define the conversion of Cafe.example.com: ${message}`,
    );
  });
});
