import { unsupportedVolume } from './mounts.ts';
import {
  ConfigError,
  readContent,
  resolveFieldRef,
  type PodPlacement,
  type PodSources,
  resolveResourceFieldRef,
} from '../environment/index.ts';
import type { DownwardAPIVolumeFile, KeyToPath, Pod, Volume, VolumeProjection } from '@kubewright/runtime/kinds';

export interface VolumeSources extends PodSources {
  /** Returns a valid token of the Pod's ServiceAccount, bound to the Pod. */
  requestToken(request: { readonly audience?: string; readonly expirationSeconds?: number }): Promise<string>;
}

export interface VolumeInput {
  readonly pod: Pod;
  readonly place: PodPlacement;
  readonly sources: VolumeSources;
}

export type VolumeFiles = ReadonlyMap<string, Buffer>;

type Entries = readonly (readonly [path: string, content: Buffer])[];

/**
 * Reads the current content of a volume; `undefined` for an emptyDir, whose content only the Pod writes.
 *
 * Throws: `ConfigError` if a source is missing, or the kind of volume is not supported.
 */
export async function readVolumeFiles(volume: Volume, input: VolumeInput): Promise<VolumeFiles | undefined> {
  if (volume.emptyDir) return undefined;
  const sources = listProjections(volume);
  if (sources === undefined) {
    const kind = Object.keys(volume).find((key) => key !== 'name');
    throw new ConfigError(unsupportedVolume(kind, volume.csi?.driver));
  }
  const entries = await Promise.all(sources.map((source) => readProjection(source, input)));
  return new Map(entries.flat());
}

/** Lists the sources of a volume. All volumes with content are handled as projected volumes. */
function listProjections(volume: Volume): readonly VolumeProjection[] | undefined {
  const { projected: many, configMap, secret, downwardAPI } = volume;
  if (many) return many.sources ?? [];
  if (configMap) return [{ configMap }];
  if (secret) return [{ secret: { ...secret, name: secret.secretName ?? '' } }];
  return downwardAPI && [{ downwardAPI }];
}

async function readProjection(source: VolumeProjection, input: VolumeInput): Promise<Entries> {
  const { serviceAccountToken, configMap, secret, downwardAPI } = source;
  if (serviceAccountToken) {
    return [[serviceAccountToken.path, Buffer.from(await input.sources.requestToken(serviceAccountToken))]];
  }
  if (configMap) return readItems('configMap', configMap, input.sources);
  if (secret) return readItems('secret', secret, input.sources);
  if (downwardAPI)
    return (downwardAPI.items ?? []).map((file) => [file.path, Buffer.from(resolveDownward(file, input))]);
  throw new ConfigError(`projection of ${Object.keys(source).join(', ')} is not supported by this node`);
}

async function readItems(
  kind: 'configMap' | 'secret',
  ref: { items?: readonly KeyToPath[]; optional?: boolean; name?: string },
  sources: PodSources,
): Promise<Entries> {
  const { items, optional, name = '' } = ref;
  const content = await readContent(kind, ref, sources);
  if (content === undefined) return [];
  if (items === undefined) return [...content];
  return items.flatMap(({ key, path }) => {
    const value = content.get(key);
    if (value === undefined && optional !== true)
      throw new ConfigError(`${kind.toLowerCase()} "${name}" has no key ${key}`);
    return value === undefined ? [] : [[path, value] as const];
  });
}

function resolveDownward(
  { fieldRef, resourceFieldRef, path }: DownwardAPIVolumeFile,
  { pod, place }: VolumeInput,
): string {
  const containers = [...(pod.spec.initContainers ?? []), ...pod.spec.containers];
  if (fieldRef) return resolveFieldRef(pod, fieldRef, place);
  if (resourceFieldRef) return resolveResourceFieldRef(resourceFieldRef, containers, place);
  throw new ConfigError(`${path} needs a fieldRef or a resourceFieldRef: other sources are not supported`);
}
