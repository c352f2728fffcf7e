import { Argument, Command } from 'commander';

import { silentLogger } from '@kubewright/runtime/internal/base';
import { listenForStop } from '@kubewright/runtime/internal/manager/signals';
import { runDemo } from './demo.ts';
import { tours } from './tours/tours.ts';
import { watchParent } from '../control-plane/src/control-plane/watch-parent.ts';

/**
 * Ends this process when the npm that started it ends, because a killed npm leaves its scripts running. The supervisor
 * then ends all child processes.
 */
function endWithNpm(): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  watchParent({ pollMs: 250 }).addEventListener('abort', () => process.exit(1));
}

const command = new Command('npm start --')
  .description(
    'Starts a real Kubernetes control plane on this machine, applies infra/manifests/embedded as committed, and shows ' +
      'what the operators do, step by step. The first run downloads or builds the control plane; later runs take ' +
      'about a minute and work offline.',
  )
  .addArgument(new Argument('[operators...]', 'only these').choices(tours.map(({ name }) => name)))
  .option('--keep', 'keep the cluster running once the samples are Ready, until Ctrl-C')
  .addHelpText(
    'after',
    '\nExit code: 0 when every step succeeded, 1 when one failed, 2 for wrong usage, 130 after Ctrl-C.',
  )
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));

const { keep = false } = command.parse().opts<{ keep?: boolean }>();
const [chosen] = command.processedArgs as [readonly string[]];

endWithNpm();
// A second Ctrl-C ends this process at once; the supervisor then ends the child processes.
const { signal } = listenForStop(process, silentLogger);
process.on('SIGHUP', () => process.emit('SIGTERM', 'SIGTERM'));

process.exit(
  await runDemo({ tours: tours.filter(({ name }) => chosen.length === 0 || chosen.includes(name)), keep, signal }),
);
