import { getMember } from '@kubewright/runtime/internal/base';
import type { Container, EnvVar, ConfigMapKeySelector, Pod } from '@kubewright/runtime/kinds';
import { resolveFieldRef, type PodPlacement, resolveResourceFieldRef } from './downward.ts';
import { expand } from './command-line.ts';
import { ConfigError, readContent, type PodSources } from './pod-sources.ts';

/** What the variables of a container depend on, in addition to its spec. */
export interface EnvironmentInput {
  readonly pod: Pod;
  readonly place: PodPlacement;
  readonly sources: PodSources;
  /** Variables that every Pod has: the address of the API server. Variables of the container win over them. */
  readonly given: Readonly<Record<string, string>>;
  /** Variables that the node sets. They win over variables of the container. */
  readonly forced: Readonly<Record<string, string>>;
}

/**
 * Resolves the variables of a container in the kubelet's order: `envFrom`, then `env`; adds those of `given` that are
 * not set. Each value of `env` is expanded with the variables before it and those of `given`. A value can refer to a
 * variable of `forced` only if the container declares that variable, because in a real cluster it would not exist
 * otherwise. Throws: `ConfigError` for a missing or unsupported source.
 */
export async function resolveVariables(container: Container, input: EnvironmentInput): Promise<Map<string, string>> {
  const own = new Map<string, string>();
  const set = (name: string, value: string): void => void own.set(name, getMember(input.forced, name) ?? value);
  for (const [name, value] of await readEnvFrom(container, input.sources)) set(name, value);
  for (const variable of container.env ?? []) {
    const known = new Map([...Object.entries(input.given), ...own]);
    const value = await resolveValue(variable, { container, input, known });
    if (value !== undefined) set(variable.name, value);
  }
  return new Map([...Object.entries(input.given), ...own]);
}

async function readEnvFrom(container: Container, sources: PodSources): Promise<[string, string][]> {
  const variables: [string, string][] = [];
  for (const { prefix = '', configMapRef, secretRef } of container.envFrom ?? []) {
    const kind = configMapRef === undefined ? 'secret' : 'configMap';
    const content = await readContent(kind, configMapRef ?? secretRef ?? {}, sources);
    for (const [key, value] of content ?? []) variables.push([prefix + key, value.toString()]);
  }
  return variables;
}

interface ValueContext {
  readonly container: Container;
  readonly input: EnvironmentInput;
  readonly known: ReadonlyMap<string, string>;
}

/** Returns the value of a variable; `undefined` if its source is optional and missing. */
async function resolveValue({ name, value, valueFrom }: EnvVar, context: ValueContext): Promise<string | undefined> {
  const { container, input, known } = context;
  if (valueFrom === undefined) return expand(value ?? '', known);
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef } = valueFrom;
  if (fieldRef) return resolveFieldRef(input.pod, fieldRef, input.place);
  if (resourceFieldRef) {
    const ref = { containerName: container.name, ...resourceFieldRef };
    return resolveResourceFieldRef(ref, input.pod.spec.containers.concat(container), input.place);
  }
  if (configMapKeyRef) return readKey('configMap', configMapKeyRef, input.sources);
  if (secretKeyRef) return readKey('secret', secretKeyRef, input.sources);
  throw new ConfigError(`this node does not support the source of the variable ${name}`);
}

async function readKey(
  kind: 'configMap' | 'secret',
  ref: ConfigMapKeySelector,
  sources: PodSources,
): Promise<string | undefined> {
  const text = (await readContent(kind, ref, sources))?.get(ref.key)?.toString();
  if (text === undefined && ref.optional !== true) {
    throw new ConfigError(
      `couldn't find key ${ref.key} in ${kind === 'secret' ? 'Secret' : 'ConfigMap'} ${ref.name ?? ''}`,
    );
  }
  return text;
}
