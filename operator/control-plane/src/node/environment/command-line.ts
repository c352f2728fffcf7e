import { basename } from 'node:path';

import { getMember } from '@kubewright/runtime/internal/base';
import type { Program } from '../../images/image-program.ts';
import type { Container } from '@kubewright/runtime/kinds';
import { ConfigError } from './pod-sources.ts';

/**
 * Builds the command line of a container: its `command` and `args` override the image's ENTRYPOINT and CMD.
 * https://kubernetes.io/docs/tasks/inject-data-application/define-command-argument-container/
 *
 * Throws: `ConfigError` if neither the container nor the image has a command.
 */
export function buildCommandLine(
  container: Pick<Container, 'command' | 'args'>,
  program: Program,
  variables: ReadonlyMap<string, string>,
): readonly [command: string, ...args: string[]] {
  const written = (texts: readonly string[] = []): string[] => texts.map((text) => expand(text, variables));
  const command = written(container.command);
  const args = written(container.args);
  if (command.length > 0) return buildExecLine([...command, ...args], program);
  return buildExecLine([...(program.command ?? []), ...(args.length > 0 ? args : (program.args ?? []))], program);
}

/** Builds the command line of a probe or hook that runs in a container. Does not expand variables. */
export function buildExecLine(
  [name, ...args]: readonly string[],
  { executables }: Program,
): readonly [command: string, ...args: string[]] {
  if (name === undefined || name === '') throw new ConfigError('no command specified');
  const [command, ...before] = getMember(executables, name) ?? getMember(executables, basename(name)) ?? [name];
  return [command ?? name, ...before, ...args];
}

/**
 * Replaces `$(NAME)` with the value of the variable. An unknown name stays unchanged; `$$` becomes `$`, so `$$(NAME)`
 * is never replaced.
 * https://kubernetes.io/docs/tasks/inject-data-application/define-interdependent-environment-variables/
 */
export function expand(text: string, variables: ReadonlyMap<string, string>): string {
  return text.replace(/\$\$|\$\(([^)]*)\)/g, (written, name?: string) =>
    name === undefined ? '$' : (variables.get(name) ?? written),
  );
}
