import { Secret } from '@kubewright/runtime/kinds';
import { call, buildConfigMap, type ContractServer, buildPath } from './contract.ts';

/** A list of Secrets, or one page of it. */
export interface List {
  readonly metadata: {
    readonly resourceVersion: string;
    readonly continue?: string;
    readonly remainingItemCount?: number;
  };
  readonly items: readonly { readonly metadata: { readonly name: string } }[];
}

const labelsByName: Readonly<Record<string, object>> = {
  a: { tier: 'front', rank: '1' },
  b: { tier: 'back', rank: '5' },
  c: { tier: 'back' },
  d: {},
};

/** Creates Secrets in the namespace of the case, which contains none. Returns the resource version of each. */
export async function createSecrets(
  server: ContractServer,
  names = Object.keys(labelsByName),
): Promise<readonly string[]> {
  const versions: string[] = [];
  for (const name of names) {
    const sent = { ...buildConfigMap(server, name, { metadata: { labels: labelsByName[name] } }), kind: 'Secret' };
    versions.push((await server.client.resource(Secret).create(sent)).metadata.resourceVersion);
  }
  return versions;
}

export async function listSecrets(
  server: ContractServer,
  query: Readonly<Record<string, string | number>>,
): Promise<List> {
  return (await call(server, { method: 'GET', path: buildPath(server, Secret), query })).body as List;
}

/** The names of all items, as one text. */
export const joinNames = ({ items }: List): string => items.map(({ metadata }) => metadata.name).join('');

/** The expected error for a resource version that the server has not reached. */
export const tooLarge = { status: 504, reason: 'Timeout', message: /Too large resource version/ };
