import type { OnProgress } from '../../operator/testing/src/index.ts';

/** Prints each long step once. The first start on a machine takes minutes: it builds or downloads the binaries. */
export function createAnnouncer(): OnProgress {
  let last = '';
  return ({ step, unit }) => {
    if (unit === undefined || step === last) return;
    process.stderr.write(`control plane: ${step}…\n`);
    last = step;
  };
}
