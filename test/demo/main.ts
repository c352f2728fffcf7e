import { Command } from 'commander';

import { runDemo } from './demo.ts';
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
const interrupted = new AbortController();
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.on(signal, () => {
    // The second signal does not wait for anything: the supervisor ends what is left.
    if (interrupted.signal.aborted) process.exit(code);
    interrupted.abort(new Error(`stopped by ${signal}`));
  });
}

process.exit(await runDemo({ keep, signal: interrupted.signal }));
