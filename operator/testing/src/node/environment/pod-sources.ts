import type { ConfigMap, Secret } from '@kubewright/runtime/kinds';

/** Reads the ConfigMaps and Secrets of one Pod's namespace. */
export interface PodSources {
  /** `undefined` if there is no such ConfigMap. */
  configMap(name: string): Promise<ConfigMap | undefined>;
  secret(name: string): Promise<Secret | undefined>;
}

/**
 * The container cannot be created as specified, for example because a ConfigMap is missing or a field is not supported.
 * The message is the reason why the container waits; the start is retried.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The content of a referenced ConfigMap or Secret; `undefined` if it is optional and missing. */
export async function contentOf(
  kind: 'configMap' | 'secret',
  ref: { readonly name?: string; readonly optional?: boolean },
  sources: PodSources,
): Promise<ReadonlyMap<string, Buffer> | undefined> {
  const name = ref.name ?? '';
  const content = kind === 'configMap' ? await configMapContent(name, sources) : await secretContent(name, sources);
  if (content === undefined && ref.optional !== true)
    throw new ConfigError(`${kind.toLowerCase()} "${name}" not found`);
  return content;
}

async function configMapContent(name: string, sources: PodSources): Promise<ReadonlyMap<string, Buffer> | undefined> {
  const found = await sources.configMap(name);
  if (found === undefined) return undefined;
  const text = Object.entries(found.data ?? {}).map(([key, value]) => [key, Buffer.from(value)] as const);
  return new Map([...text, ...decoded(found.binaryData)]);
}

async function secretContent(name: string, sources: PodSources): Promise<ReadonlyMap<string, Buffer> | undefined> {
  const found = await sources.secret(name);
  return found && new Map(decoded(found.data));
}

function decoded(data: Readonly<Record<string, string>> = {}): (readonly [string, Buffer])[] {
  return Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64')] as const);
}
