import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { formatApiVersion, type Kind, systemClock } from '../../../operator/runtime/src/base/index.ts';
import { connect, type Connection } from '../../../operator/runtime/src/client/index.ts';
import * as kinds from '@kubewright/runtime/kinds';
import { builtinKinds, kindsLeftOut } from './builtin-kinds.ts';
import { createOpenApiSource } from './api-documents.ts';

interface Group {
  readonly name: string;
  readonly versions: readonly { readonly groupVersion: string }[];
}

interface Resource {
  readonly kind: string;
  readonly name: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
}

let connection: Connection;

beforeAll(async () => {
  connection = await connect({ kubeconfig: inject('kubeconfigPath'), clock: systemClock });
});

afterAll(async () => {
  await connection.client.transport.close();
});

/** Whether the group is built in, and does not come from a test's CRD. */
const isBuiltin = ({ name }: Group): boolean => !name.includes('.') || name.endsWith('.k8s.io');

/** The resources that the API server serves, except subresources, by `apiVersion/kind`. */
async function listServed(): Promise<ReadonlyMap<string, Resource>> {
  const source = createOpenApiSource(connection.client.transport);
  const { groups } = (await source.get('/apis')) as { readonly groups: readonly Group[] };
  const versions = groups.filter(isBuiltin).flatMap((group) => group.versions.map((version) => version.groupVersion));
  const lists = [['v1', '/api/v1'], ...versions.map((version) => [version, `/apis/${version}`])] as const;
  const found = await Promise.all(
    lists.map(async ([version = '', path = '']) => {
      const { resources } = (await source.get(path)) as { readonly resources: readonly Resource[] };
      return resources
        .filter(({ name }) => !name.includes('/'))
        .map((resource) => [`${version}/${resource.kind}`, resource] as const);
    }),
  );
  return new Map(found.flat());
}

const ours = Object.values<Kind>(kinds);
const formatKind = (kind: Kind): string => `${formatApiVersion(kind)}/${kind.kind}`;

describe('the built-in kinds', () => {
  it('are all kinds that the pinned API server serves, except those of kindsLeftOut', async () => {
    const names = [...ours.map(formatKind), ...Object.keys(kindsLeftOut)];
    expect(names.sort()).toEqual([...(await listServed()).keys()].sort());
    expect(ours.length).toBe(builtinKinds.flatMap((group) => group.kinds).length);
  });

  it('have the plural and the scope that the API server serves', async () => {
    const resources = await listServed();
    const asServed = ours.map((kind) => {
      const { name, namespaced } = resources.get(formatKind(kind)) ?? { name: '', namespaced: false };
      return { ...kind, plural: name, namespaced };
    });
    expect(ours).toEqual(asServed);
  });

  it('can be listed and watched; kinds of kindsLeftOut cannot, or are included in another version', async () => {
    const resources = await listServed();
    const isStored = (name: string): boolean =>
      ['get', 'list', 'watch', 'create', 'patch', 'delete'].every((verb) => resources.get(name)?.verbs.includes(verb));
    expect(ours.map(formatKind).filter((name) => !isStored(name))).toEqual([]);
    const kept = new Set(ours.map(({ kind }) => kind));
    expect(
      Object.keys(kindsLeftOut).filter((name) => isStored(name) && !kept.has(name.slice(name.lastIndexOf('/') + 1))),
    ).toEqual([]);
  });
});
