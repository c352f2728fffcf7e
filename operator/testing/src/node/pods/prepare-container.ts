import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { Container, Pod } from '@kubewright/runtime/kinds';
import { tryFindProgram, freePort, type Program } from '../../images/index.ts';
import type { PodAddress } from '../addresses.ts';
import {
  commandLine,
  ConfigError,
  containerVariables,
  metricsAddress,
  type Place,
  type PodSources,
  withServiceAddresses,
} from '../environment/index.ts';
import { insideOf, type PodVolumes } from '../volumes/index.ts';
import type { PodContext } from './pod-context.ts';

/** A container that is ready to be started. */
export interface PreparedContainer {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly program: Program;
}

/** No program is mapped to the image. */
export class ImageError extends Error {
  override readonly name = 'ImageError';
}

export interface PrepareInput {
  readonly pod: Pod;
  readonly address: PodAddress;
  readonly place: Place;
  readonly sources: PodSources;
  readonly volumes: PodVolumes;
  readonly context: PodContext;
}

/** The PATH of most images. */
const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * The command, arguments, variables and working directory of a container's process. The process inherits no variables
 * of this process.
 *
 * Throws: `ImageError`, `ConfigError`.
 */
export async function prepareContainer(container: Container, input: PrepareInput): Promise<PreparedContainer> {
  const { pod, address, place, sources, volumes, context } = input;
  if (container.restartPolicy !== undefined) {
    throw new ConfigError(`container ${container.name} has a restart policy of its own, which is not supported here`);
  }
  const program = await programOf(container, input);
  const forced = { BIND_ADDRESS: address.loopback, POD_ROOT: volumes.rootOf(container.name) };
  const { given } = context;
  const reachable = (text: string): Promise<string> => withServiceAddresses(text, context.addressOf);
  const variables = await containerVariables(container, { pod, place, sources, given, forced });
  for (const [name, value] of variables) variables.set(name, await reachable(value));
  const metrics = metricsAddress(variables, address);
  const [command, ...words] = commandLine(container, program, variables);
  const args = await Promise.all(words.map(reachable));
  const root = await volumes.mount(container, variables);
  const image = { PATH: path, HOME: root, LANG: 'C.UTF-8', HOSTNAME: hostnameOf(pod), ...program.env };
  const cwd = await workingDirectory(container, program, root);
  return { command, args, env: { ...image, ...Object.fromEntries(variables), ...forced, ...metrics }, cwd, program };
}

async function programOf({ name, image = '' }: Container, { pod, address, context }: PrepareInput): Promise<Program> {
  const mapping = tryFindProgram(context.images, image);
  if (mapping === undefined)
    throw new ImageError(`no program stands for the image ${image}: add it to the node's images`);
  try {
    return await mapping.program({
      image,
      namespace: pod.metadata.namespace ?? '',
      pod: pod.metadata.name,
      container: name,
      address: address.loopback,
      freePort: () => freePort(address.loopback),
    });
  } catch (cause) {
    throw new ConfigError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/**
 * The `workingDir` of the container, which is created below its root; or else the working directory of the image, a
 * folder of this machine with the image's program.
 */
async function workingDirectory(
  { workingDir }: Container,
  { workingDir: ofImage }: Program,
  root: string,
): Promise<string> {
  if (workingDir === undefined && ofImage !== undefined) return resolve(ofImage);
  const folder = insideOf(root, workingDir ?? '/');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

function hostnameOf({ spec, metadata }: Pod): string {
  return spec.hostname ?? metadata.name;
}
