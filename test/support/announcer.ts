import type { OnProgress } from '../../operator/testing/src/index.ts';

/** Prints each long step once: the first start on a machine builds or downloads the binaries of the control plane for minutes. */
export function createAnnouncer(): OnProgress {
  let last = '';
  return ({ step, unit }) => {
    if (unit === undefined || step === last) return;
    process.stderr.write(`control plane: ${step}…\n`);
    last = step;
  };
}
