import type { Target } from '../probes/target.ts';
import type { ContainerRun } from './container-run.ts';
import { exitCodeOf } from './container-status.ts';
import type { PreparedContainer } from './prepare-container.ts';

/**
 * The target of probes and hooks in a container. The output of their commands goes to a log beside the container's own.
 */
export function targetOf(
  run: Pick<ContainerRun, 'container' | 'input' | 'logFile'>,
  prepared: PreparedContainer,
): Target {
  const { container, input, logFile } = run;
  const { program, env } = prepared;
  return {
    container,
    address: input.address.loopback,
    portMap: program.portMap ?? {},
    async exec(command, signal) {
      signal.throwIfAborted();
      const spec = { name: `${container.name} exec`, ...prepared.exec(command), env, logFile: `${logFile}.exec` };
      const process = await input.context.processes.start(spec);
      const kill = (): void => process.kill('SIGKILL');
      signal.addEventListener('abort', kill, { once: true });
      try {
        return { exitCode: exitCodeOf(await process.exited) };
      } finally {
        signal.removeEventListener('abort', kill);
      }
    },
  };
}
