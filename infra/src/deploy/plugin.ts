import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { getVersion } from '@pulumi/kubernetes/utilities';
import type { Workspace } from '@pulumi/pulumi/automation';

import { DeployError } from './deploy-error.ts';

/** A running provider that the engine connects to. */
export interface RunningProvider extends AsyncDisposable {
  /** The value of PULUMI_DEBUG_PROVIDERS. */
  readonly address: string;
}

/** Throws if the engine would find no provider for Kubernetes; the message says how to install it. */
export async function requirePlugin(workspace: Workspace, env: NodeJS.ProcessEnv): Promise<void> {
  if (env['PULUMI_DEBUG_PROVIDERS']?.includes('kubernetes:') === true || isOnPath(env)) return;
  const plugins = await workspace.listPlugins();
  if (plugins.some(({ name, kind }) => name === 'kubernetes' && (kind as string) === 'resource')) return;
  throw new DeployError(
    'failed to find the provider plugin of Pulumi for Kubernetes. Install it once:\n' +
      `  pulumi plugin install resource kubernetes v${getVersion()}\n` +
      "Or, in a checkout and without access to Pulumi's downloads, try it with --stand-in: server-side apply by kubectl.",
  );
}

function isOnPath({ PATH = '' }: NodeJS.ProcessEnv): boolean {
  return PATH.split(path.delimiter).some((folder) => existsSync(path.join(folder, 'pulumi-resource-kubernetes')));
}

const standIn = path.resolve(__dirname, '../../../test/support/pulumi-stand-in/main.ts');

/** Starts the stand-in of the tests, which is in a checkout only. It ends with this process, by its standard input. */
export async function startStandIn(env: NodeJS.ProcessEnv): Promise<RunningProvider> {
  if (!existsSync(standIn)) {
    throw new DeployError('failed to start the stand-in: it is in a checkout of the repository only');
  }
  const child = spawn(process.execPath, ['--conditions=@kubewright/source', standIn], {
    env: { ...env, PULUMI_K8S_UPSERT_EXISTING_OBJECTS: 'true' },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true, // Ctrl-C is for the engine, which lets it finish
  });
  const printed: string[] = [];
  child.stderr.on('data', (part: Buffer) => void printed.push(part.toString()));
  const [port] = await new Promise<string[]>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve([line]));
    // What it prints later, the engine reports too.
    child.once('exit', () => reject(new DeployError(`failed to start the stand-in:\n${printed.join('')}`)));
  });
  return {
    address: `kubernetes:${port ?? ''}`,
    [Symbol.asyncDispose]: () => {
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      child.kill();
      return ended;
    },
  };
}
