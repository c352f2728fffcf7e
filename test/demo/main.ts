import { Command } from 'commander';

import { runDemo } from './demo.ts';
import { stopSignals } from '../../operator/src/testing/control-plane/stop-signals.ts';
import { endWithNpm } from './end-with-npm.ts';

const command = new Command('npm start --')
  .description(
    'Starts a real Kubernetes control plane on this machine, applies infra/manifests/embedded as committed, and shows what\n' +
      'the operators do, step by step. The first run builds the control plane (about six minutes); later ones take under a\n' +
      'minute and work offline.',
  )
  .option('--keep', 'stay up after the samples are applied, until Ctrl-C', false)
  .allowExcessArguments(false)
  .addHelpText('after', '\nExit code: 0 when every step went well, 1 when one failed, 130 after Ctrl-C.');

const { keep } = command.parse().opts<{ keep: boolean }>();

endWithNpm();
// The second request does not wait for anything: the supervisor ends what is left.
const signal = stopSignals({ source: process, onSecond: () => process.exit(130) });

process.exit(await runDemo({ keep, signal }));
