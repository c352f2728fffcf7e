import { execLine } from '../environment/index.ts';
import type { Target } from '../probes/index.ts';
import type { ContainerRun } from './container-run.ts';
import { exitCodeOf } from './container-status.ts';
import type { PreparedContainer } from './prepare-container.ts';

/** How probes and hooks reach a container. What they execute is logged beside the container's own output. */
export function targetOf(
  run: Pick<ContainerRun, 'container' | 'input' | 'logFile'>,
  prepared: PreparedContainer,
): Target {
  const { container, input, logFile } = run;
  const { program, env, cwd } = prepared;
  return {
    container,
    address: input.address.loopback,
    portMap: program.portMap ?? {},
    async exec(commandWithArgs, signal) {
      signal.throwIfAborted();
      const [command, ...args] = execLine(commandWithArgs, program);
      const spec = { name: `${container.name} exec`, command, args, env, cwd, logFile: `${logFile}.exec` };
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
