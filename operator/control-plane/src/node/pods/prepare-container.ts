import { isAbsolute, resolve } from 'node:path';

import { getMessage } from '@kubewright/runtime/internal/base';
import type { Container, Pod } from '@kubewright/runtime/kinds';
import { tryFindProgram } from '../../images/image-expression.ts';
import { freePort } from '../../sockets.ts';
import type { Program } from '../../images/image-program.ts';
import type { PodAddress } from '../addresses.ts';
import {
  buildCommandLine,
  ConfigError,
  resolveVariables,
  buildExecLine,
  resolveMetricsAddress,
  type PodPlacement,
  type PodSources,
  resolveServiceAddresses,
} from '../environment/index.ts';
import type { CommandLine, ContainerFiles, PodVolumes } from '../volumes/index.ts';
import type { PodContext } from './pod-context.ts';

export interface PreparedContainer {
  /** The command line that starts the container. */
  readonly line: CommandLine;
  readonly env: Readonly<Record<string, string>>;
  readonly program: Program;
  readonly executable: string;
  /** Builds the command line of a probe or hook in the container. */
  exec(command: readonly string[]): CommandLine;
}

/** Thrown if no program stands for the image of the container. */
export class ImageError extends Error {
  override readonly name = 'ImageError';
}

export interface PrepareInput {
  readonly pod: Pod;
  readonly address: PodAddress;
  readonly place: PodPlacement;
  readonly sources: PodSources;
  readonly volumes: PodVolumes;
  readonly context: PodContext;
}

/** The PATH in most images. */
const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * Prepares the command, arguments, variables and working directory of a container's process, which inherits no
 * variables of this process.
 *
 * Throws: `ImageError`, `ConfigError`.
 */
export async function prepareContainer(container: Container, input: PrepareInput): Promise<PreparedContainer> {
  const { pod, address, place, sources, volumes, context } = input;
  if (container.restartPolicy !== undefined) {
    throw new ConfigError(`container ${container.name} sets a restart policy, which this node does not support`);
  }
  const program = await resolveProgram(container, input);
  const forced = { BIND_ADDRESS: address.loopback };
  const { given } = context;
  const reachable = (text: string): Promise<string> => resolveServiceAddresses(text, context.resolveAddress);
  const variables = await resolveVariables(container, { pod, place, sources, given, forced });
  for (const [name, value] of variables) variables.set(name, await reachable(value));
  const metrics = resolveMetricsAddress(variables, address);
  const files = await volumes.mount(container, variables, listPaths(program));
  for (const [name, value] of variables) variables.set(name, files.rewritePaths(value));
  const [executable, ...words] = buildCommandLine(container, program, variables);
  const args = (await Promise.all(words.map(reachable))).map(files.rewritePaths);
  const image = { PATH: path, HOME: files.home, LANG: 'C.UTF-8', HOSTNAME: getHostname(pod), ...program.env };
  const cwd = await resolveWorkingDirectory(container, program, files);
  return {
    line: files.run([executable, ...args], cwd),
    env: { ...image, ...files.variables, ...Object.fromEntries(variables), ...forced, ...metrics },
    program,
    executable,
    exec(command) {
      const [name, ...rest] = buildExecLine(command, program);
      return files.run([name, ...rest.map(files.rewritePaths)], cwd);
    },
  };
}

function listPaths({ command = [], executables = {}, workingDir }: Program): readonly string[] {
  const words = [...command, ...Object.values(executables).flat()].filter((word) => isAbsolute(word));
  return workingDir === undefined ? words : [...words, resolve(workingDir)];
}

async function resolveProgram(
  { name, image = '' }: Container,
  { pod, address, context }: PrepareInput,
): Promise<Program> {
  const mapping = tryFindProgram(context.images, image);
  if (mapping === undefined)
    throw new ImageError(
      `image ${image} is not mapped to a program, unlike another image of the Pod: add it to node.images, or with --image`,
    );
  try {
    return await mapping.program({
      image,
      namespace: pod.metadata.namespace,
      pod: pod.metadata.name,
      container: name,
      address: address.loopback,
      freePort: () => freePort(address.loopback),
    });
  } catch (cause) {
    throw new ConfigError(getMessage(cause), { cause });
  }
}

/**
 * Returns the `workingDir` of the container, or else that of the image: a folder of this machine that contains the
 * program.
 */
async function resolveWorkingDirectory(
  { workingDir }: Container,
  { workingDir: ofImage }: Program,
  files: ContainerFiles,
): Promise<string> {
  if (workingDir === undefined && ofImage !== undefined) return resolve(ofImage);
  return files.ensureFolder(workingDir ?? '/');
}

function getHostname({ spec, metadata }: Pod): string {
  return spec.hostname ?? metadata.name;
}
