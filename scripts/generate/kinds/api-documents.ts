import type { Transport } from '../../../operator/runtime/src/client/index.ts';
import type { KindGroup } from './builtin-kinds.ts';
import type { Schemas } from './schema.ts';
import { markStoredNulls } from './stored-nulls.ts';

/** The JSON documents of one API server. */
export interface OpenApiSource {
  /** The parsed document at `path`, for example `/openapi/v3/apis/apps/v1`. Rejects if it does not exist. */
  get(path: string): Promise<unknown>;
}

/** Reads the documents from a running API server. */
export function createOpenApiSource(transport: Pick<Transport, 'call'>): OpenApiSource {
  return {
    async get(path) {
      const { status, body } = await transport.call({ method: 'GET', path });
      if (status === 200) return body;
      throw new Error(`failed to read ${path}: the API server answered ${status}`);
    },
  };
}

/** One kind as the API server's discovery lists it. */
export interface DiscoveredKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
}

/** The documents of the API server about the requested groups. */
export interface ApiDocuments {
  /** Version of Kubernetes, such as `1.36.4`. */
  readonly version: string;
  readonly schemas: Schemas;
  readonly kinds: readonly DiscoveredKind[];
}

interface ResourceList {
  readonly resources?: readonly { readonly name: string; readonly kind: string; readonly namespaced: boolean }[];
}

/** Reads the version, the OpenAPI documents and the resource lists of `groups`. */
export async function readApiDocuments(source: OpenApiSource, groups: readonly KindGroup[]): Promise<ApiDocuments> {
  const [version, ...parts] = await Promise.all([
    readVersion(source),
    ...groups.map((group) => readGroup(source, group)),
  ]);
  const schemas = Object.fromEntries(parts.flatMap((part) => Object.entries(part.schemas)));
  return { version, schemas: markStoredNulls(schemas), kinds: parts.flatMap((part) => part.kinds) };
}

async function readVersion(source: OpenApiSource): Promise<string> {
  const { gitVersion } = (await source.get('/version')) as { readonly gitVersion?: string };
  if (gitVersion === undefined) throw new Error('failed to read /version: the response lacks gitVersion');
  return gitVersion.replace(/^v/, '');
}

async function readGroup(source: OpenApiSource, group: KindGroup): Promise<Omit<ApiDocuments, 'version'>> {
  const path = group.group === '' ? `api/${group.version}` : `apis/${group.group}/${group.version}`;
  const [document, list] = await Promise.all([source.get(`/openapi/v3/${path}`), source.get(`/${path}`)]);
  const { components } = document as { readonly components?: { readonly schemas?: Schemas } };
  if (components?.schemas === undefined)
    throw new Error(`failed to read /openapi/v3/${path}: the document lacks schemas`);
  return {
    schemas: components.schemas,
    kinds: group.kinds.map((kind) => discoverKind(list as ResourceList, kind, group)),
  };
}

function discoverKind(list: ResourceList, kind: string, { group, version }: KindGroup): DiscoveredKind {
  const resource = list.resources?.find((candidate) => candidate.kind === kind && !candidate.name.includes('/'));
  if (resource !== undefined) {
    return { group, version, kind, plural: resource.name, namespaced: resource.namespaced };
  }
  throw new Error(
    `failed to find ${kind} in "${group}" ${version}: the server does not serve it; correct builtin-kinds.ts`,
  );
}
