import type { ConfigMap, Secret } from '@kubewright/runtime/kinds';

/** Reads the ConfigMaps and Secrets in the namespace of one Pod. */
export interface PodSources {
  /** Returns `undefined` if the ConfigMap does not exist. */
  getConfigMap(name: string): Promise<ConfigMap | undefined>;
  getSecret(name: string): Promise<Secret | undefined>;
}

/**
 * Thrown if a container cannot be created as specified, for example because a ConfigMap is missing or a field is not
 * supported. The message appears as the reason why the container waits; the start is retried.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads a referenced ConfigMap or Secret; `undefined` if it is optional and missing. */
export async function readContent(
  kind: 'configMap' | 'secret',
  ref: { readonly name?: string; readonly optional?: boolean },
  sources: PodSources,
): Promise<ReadonlyMap<string, Buffer> | undefined> {
  const name = ref.name ?? '';
  const content = kind === 'configMap' ? await readConfigMap(name, sources) : await readSecret(name, sources);
  if (content === undefined && ref.optional !== true)
    throw new ConfigError(`${kind.toLowerCase()} "${name}" not found`);
  return content;
}

async function readConfigMap(name: string, sources: PodSources): Promise<ReadonlyMap<string, Buffer> | undefined> {
  const found = await sources.getConfigMap(name);
  if (found === undefined) return undefined;
  const text = Object.entries(found.data ?? {}).map(([key, value]) => [key, Buffer.from(value)] as const);
  return new Map([...text, ...decodeData(found.binaryData)]);
}

async function readSecret(name: string, sources: PodSources): Promise<ReadonlyMap<string, Buffer> | undefined> {
  const found = await sources.getSecret(name);
  return found && new Map(decodeData(found.data));
}

function decodeData(data: Readonly<Record<string, string>> = {}): (readonly [string, Buffer])[] {
  return Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64')] as const);
}
