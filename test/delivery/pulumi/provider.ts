import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** A running Kubernetes provider to which the engine connects. */
export interface RunningProvider extends AsyncDisposable {
  /** The value for PULUMI_DEBUG_PROVIDERS. */
  readonly address: string;
}

/** Starts the fake provider, with which tests do not need the real plug-in. */
export async function startProvider(env: NodeJS.ProcessEnv): Promise<RunningProvider> {
  const main = path.resolve(import.meta.dirname, '../../support/fake-pulumi/main.ts');
  const child = spawn(process.execPath, [main], {
    env: { PULUMI_K8S_UPSERT_EXISTING_OBJECTS: 'true', ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const port = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', () => reject(new Error('the fake provider exited before it printed its port')));
  });
  return {
    address: `kubernetes:${port}`,
    async [Symbol.asyncDispose]() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
    },
  };
}
