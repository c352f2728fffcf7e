// When a test of the project `real` fails, adds the Pods of the shared cluster that are not ready to its error, with
// the reasons and the ends of their logs. In a test with its own cluster, `kubectl` and `waitFor` already add this.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, inject } from 'vitest';

import { findBinaries } from '../../operator/control-plane/src/control-plane/binaries/find-binaries.ts';
import { runKubectl } from '../../operator/control-plane/src/control-plane/kubectl.ts';
import { describeUnreadyPods } from '../../operator/testing/src/index.ts';

afterEach(async ({ task }) => {
  const errors = task.result?.state === 'fail' ? (task.result.errors ?? []) : [];
  if (errors.length > 0) explain(errors, await describeUnready());
});

async function describeUnready(): Promise<string> {
  const { kubectl } = await findBinaries({ needed: ['kubectl'] });
  const cacheDirectory = await mkdtemp(path.join(tmpdir(), 'kubectl-cache-'));
  const setup = { command: kubectl, kubeconfig: inject('kubeconfigPath'), cacheDirectory };
  const text = await describeUnreadyPods((args) => runKubectl(setup, args));
  await rm(cacheDirectory, { recursive: true, force: true });
  return text;
}

/** An error of a failed test, as Vitest reports it. */
interface Failure {
  message: string;
  stack?: string | undefined;
}

const heading = 'Pods that are not ready:';

/** Adds the Pods that are not ready to the first error of a test, if there are any and no error lists them already. */
function explain(failures: readonly Failure[], pods: string): void {
  const [first] = failures;
  if (first === undefined || !pods.startsWith(heading)) return;
  if (failures.some(({ message }) => message.includes(heading))) return;
  const before = first.message;
  first.message = `${before}\n\n${pods}`;
  // The stack repeats the message above its frames, and Vitest finds the frames by the message.
  if (first.stack !== undefined) first.stack = first.stack.replace(before, () => first.message);
}
