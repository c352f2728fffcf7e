import type { Container, EnvVar, ConfigMapKeySelector, Pod } from '@kubewright/runtime/kinds';
import { fieldText, type Place, resourceText } from './downward.ts';
import { expand } from './expansion.ts';
import { ConfigError, contentOf, type PodSources } from './pod-sources.ts';

/** What a container's variables are made from, beside its spec. */
export interface EnvironmentInput {
  readonly pod: Pod;
  readonly place: Place;
  readonly sources: PodSources;
  /** What every Pod is given: where the API server is. The container's own variables win. */
  readonly given: Readonly<Record<string, string>>;
  /** What the node insists on. Wins over the container's own variables. */
  readonly forced: Readonly<Record<string, string>>;
}

/**
 * The variables of a container as the kubelet makes them: `envFrom`, then `env` in order, each value expanded with the
 * variables before it; then what it was given and did not set itself. Only a variable that the container declares is
 * subject to `forced`; the rest of `forced` is not seen by its expansions, as it would not exist in a real cluster.
 *
 * Throws: `ConfigError` for what is missing or not supported.
 */
export async function containerVariables(container: Container, input: EnvironmentInput): Promise<Map<string, string>> {
  const own = new Map<string, string>();
  const set = (name: string, value: string): void => void own.set(name, input.forced[name] ?? value);
  for (const [name, value] of await fromWhole(container, input.sources)) set(name, value);
  for (const variable of container.env ?? []) {
    const known = new Map([...Object.entries(input.given), ...own]);
    const value = await valueOf(variable, { container, input, known });
    if (value !== undefined) set(variable.name, value);
  }
  return new Map([...Object.entries(input.given), ...own]);
}

async function fromWhole(container: Container, sources: PodSources): Promise<[string, string][]> {
  const variables: [string, string][] = [];
  for (const { prefix = '', configMapRef, secretRef } of container.envFrom ?? []) {
    const kind = configMapRef === undefined ? 'secret' : 'configMap';
    const content = await contentOf(kind, configMapRef ?? secretRef ?? {}, sources);
    for (const [key, value] of content ?? []) variables.push([prefix + key, value.toString()]);
  }
  return variables;
}

interface ValueContext {
  readonly container: Container;
  readonly input: EnvironmentInput;
  readonly known: ReadonlyMap<string, string>;
}

/** `undefined`: the variable is not set at all. */
async function valueOf({ name, value, valueFrom }: EnvVar, context: ValueContext): Promise<string | undefined> {
  const { container, input, known } = context;
  if (valueFrom === undefined) return expand(value ?? '', known);
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef } = valueFrom;
  if (fieldRef) return supported(() => fieldText(input.pod, fieldRef, input.place));
  if (resourceFieldRef) {
    const ref = { containerName: container.name, ...resourceFieldRef };
    return supported(() => resourceText(ref, input.pod.spec.containers.concat(container), input.place));
  }
  if (configMapKeyRef) return keyText('configMap', configMapKeyRef, input.sources);
  if (secretKeyRef) return keyText('secret', secretKeyRef, input.sources);
  throw new ConfigError(`the source of variable ${name} is not supported here`);
}

async function keyText(
  kind: 'configMap' | 'secret',
  ref: ConfigMapKeySelector,
  sources: PodSources,
): Promise<string | undefined> {
  const text = (await contentOf(kind, ref, sources))?.get(ref.key)?.toString();
  if (text === undefined && ref.optional !== true) {
    throw new ConfigError(
      `couldn't find key ${ref.key} in ${kind === 'secret' ? 'Secret' : 'ConfigMap'} ${ref.name ?? ''}`,
    );
  }
  return text;
}

function supported(text: () => string): string {
  try {
    return text();
  } catch (cause) {
    throw new ConfigError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
