import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { bundle } from '../../../operator/image/bundle.ts';
import { imageEnvironment, nodeFlags } from '../../../operator/generate/src/image/entrypoint.ts';

/** A peer: the same operator, written with one framework. */
export interface Peer {
  readonly name: string;
  /** Returns the name and version of the framework. */
  readonly framework: () => Promise<string>;
  /** Compiles the peer if it has changed. */
  readonly build: () => Promise<void>;
  readonly command: readonly [program: string, ...args: readonly string[]];
  /** Environment variables of the peer. @default - none */
  readonly env?: Readonly<Record<string, string>>;
}

const folder = (name: string): string => path.join(import.meta.dirname, name);

const bundled = path.join(folder('kubewright'), 'dist');

/** The operator that is written with Kubewright. */
export const ours: Peer = {
  name: 'kubewright',
  async framework() {
    const text = await readFile(new URL('../../../operator/runtime/package.json', import.meta.url), 'utf8');
    return `@kubewright/runtime ${(JSON.parse(text) as { readonly version: string }).version}`;
  },
  // Bundled and started as in an image.
  build: () => bundle({ main: path.join(folder('kubewright'), 'main.ts'), directory: bundled }),
  command: [process.execPath, ...nodeFlags, path.join(bundled, 'main.js')],
  env: imageEnvironment,
};

const controllerRuntime: Peer = {
  name: 'controller-runtime',
  async framework() {
    const text = await readFile(path.join(folder('controller-runtime'), 'go.mod'), 'utf8');
    return `controller-runtime ${/sigs\.k8s\.io\/controller-runtime (v\S+)/.exec(text)?.[1] ?? '?'}`;
  },
  build: () => run(folder('controller-runtime'), ['go', 'build', '-trimpath', '-o', 'bin/operator', '.'], 'Go 1.26'),
  command: [path.join(folder('controller-runtime'), 'bin/operator')],
};

const kubeRs: Peer = {
  name: 'kube-rs',
  async framework() {
    const text = await readFile(path.join(folder('kube-rs'), 'Cargo.lock'), 'utf8');
    return `kube ${/name = "kube"\nversion = "([^"]+)"/.exec(text)?.[1] ?? '?'}`;
  },
  build: () => run(folder('kube-rs'), ['cargo', 'build', '--release', '--quiet'], 'Rust'),
  command: [path.join(folder('kube-rs'), 'target/release/widget-operator')],
};

/** All peers; Kubewright's comes first, because some sizes run only the first one. */
export const peers: readonly Peer[] = [ours, controllerRuntime, kubeRs];

async function run(cwd: string, [command = '', ...args]: readonly string[], needs: string): Promise<void> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  const failed = once(child, 'error').then(([error]: unknown[]) => {
    throw new Error(`failed to start ${command}: install ${needs}, or exclude this peer with --peers`, {
      cause: error,
    });
  });
  const [code] = (await Promise.race([once(child, 'exit'), failed])) as [number | null];
  if (code !== 0) throw new Error(`${[command, ...args].join(' ')} in ${cwd} ended with ${String(code)}`);
}
