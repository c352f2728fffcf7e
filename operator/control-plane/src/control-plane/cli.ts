#!/usr/bin/env node
/**
 * The command `kubewright-control-plane`, which runs a real Kubernetes until Ctrl-C. In this repository: `npm run
 * control-plane`.
 */
import { once } from 'node:events';
import { Command, InvalidArgumentError, Option } from 'commander';

import { silentLogger } from '@kubewright/runtime/internal/base';
import { listenForStop } from '@kubewright/runtime/internal/manager/signals';
import { type Cluster, startCluster } from '../cluster.ts';
import { defaultImages } from '../images/default-images.ts';
import { findAssets, formatEnvironment } from './binaries/assets.ts';
import { versionVariable } from './binaries/pins.ts';
import type { ComponentExit } from './components/managed-component.ts';
import type { ControlPlaneOptions } from './control-plane.ts';
import { describeCluster, type DescribedOptions } from './describe-cluster.ts';
import { parseFeatureGates } from './feature-gates.ts';
import { parseNodeProgram } from './node-program.ts';
import { watchParent } from './watch-parent.ts';
import { createProgressLine } from './progress.ts';
import { startControlPlane } from './start-control-plane.ts';

interface Flags {
  readonly controllerManager: boolean;
  readonly scheduler: boolean;
  readonly kwok: boolean;
  readonly node: boolean;
  readonly featureGates?: Record<string, boolean>;
  readonly stateDirectory?: string;
  readonly image: readonly NamedProgram[];
  readonly kubernetesVersion?: string;
  readonly printEnv?: boolean;
}

type AssetsFlags = Pick<Flags, 'kubernetesVersion'>;
type NamedProgram = ReturnType<typeof parseNodeProgram>;

const command = new Command('kubewright-control-plane')
  .description('Starts a real Kubernetes control plane on this machine, without containers, until Ctrl-C.')
  .option(
    '--no-controller-manager',
    'do not start kube-controller-manager: Deployments, Jobs and garbage collection do not work',
  )
  .option('--no-scheduler', 'do not start kube-scheduler: Pods stay Pending')
  .option('--no-kwok', 'do not create the node with simulated Pods')
  .option('--no-node', 'do not create the node that runs Pods of known images as processes (this node requires Linux)')
  .option('--image <image=script>', 'run Pods of this image as `node <script>`; repeatable', addImage, [])
  .option('--feature-gates <gates>', 'feature gates of kube-apiserver, such as WatchList=false,Other=true', (text) =>
    parseArgument(() => parseFeatureGates(text)),
  )
  .addOption(versionOption())
  .option('--print-env', 'print variables for other programs, one NAME=value per line, instead of a description')
  .option(
    '--state-directory <folder>',
    'folder for keys, data and logs; existing data is reused (default: a temporary folder)',
  )
  .addHelpText('after', renderEnvironmentHelp())
  .allowExcessArguments(false)
  .showHelpAfterError('see --help')
  .enablePositionalOptions()
  .action((flags: Flags) => run(flags));
command
  .command('assets')
  .description(
    'Prints a folder with etcd, kube-apiserver and kubectl for KUBEBUILDER_ASSETS; installs them if necessary.',
  )
  .addOption(versionOption())
  .action((flags: AssetsFlags) => printAssets(flags));

await command.parseAsync();

async function run(flags: Flags): Promise<void> {
  using request = listenForStop(process, silentLogger);
  process.on('SIGHUP', () => process.emit('SIGTERM', 'SIGTERM'));
  const isNpmScript = process.env['npm_lifecycle_event'] !== undefined;
  const stop = AbortSignal.any([request.signal, ...(isNpmScript ? [watchParent()] : [])]);
  const progress = createProgressLine(process.stderr);
  try {
    await using started = await start(flags, {
      ...buildOptions(flags),
      onProgress: progress.show,
      onComponentExit: (exit) => console.error(describeExit(exit)),
      signal: stop,
    });
    progress.clear();
    console.log(await describe(started, flags));
    console.error('Ctrl-C stops it.');
    if (!stop.aborted) await once(stop, 'abort');
    progress.show({ step: 'stopping' });
  } catch (error) {
    if (stop.aborted) return;
    progress.clear();
    reportError(error);
  } finally {
    progress.clear();
  }
}

async function describe(started: Started, flags: Flags): Promise<string> {
  if (flags.printEnv !== true) return describeCluster(started, buildDescribedOptions(flags));
  const assets = await findAssets(flags);
  return formatEnvironment({ KUBEBUILDER_ASSETS: assets, KUBECONFIG: started.controlPlane.kubeconfigPath });
}

async function printAssets(flags: AssetsFlags): Promise<void> {
  using request = listenForStop(process, silentLogger);
  const progress = createProgressLine(process.stderr);
  try {
    const folder = await findAssets({ ...flags, onProgress: progress.show, signal: request.signal });
    progress.clear();
    console.log(folder);
  } catch (error) {
    progress.clear();
    if (request.signal.aborted) process.exitCode = 130;
    else reportError(error);
  }
}

function reportError(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

type Started = Pick<Cluster, 'controlPlane'> & Partial<Cluster> & AsyncDisposable;

async function start({ node, image }: Flags, options: ControlPlaneOptions): Promise<Started> {
  if (node && process.platform === 'linux') {
    return startCluster({ ...options, node: { images: [...image, ...defaultImages] } });
  }
  const controlPlane = await startControlPlane(options);
  return { controlPlane, [Symbol.asyncDispose]: () => controlPlane[Symbol.asyncDispose]() };
}

function buildOptions(flags: Flags): ControlPlaneOptions {
  const { controllerManager, scheduler, kwok, featureGates: gates, stateDirectory } = flags;
  const { kubernetesVersion } = flags;
  return {
    components: { controllerManager, scheduler, kwok },
    ...(kubernetesVersion && { kubernetesVersion }),
    ...(gates && { featureGates: gates }),
    ...(stateDirectory && { stateDirectory }),
  };
}

function buildDescribedOptions({ kwok, scheduler, image }: Flags): DescribedOptions {
  return { kwok, scheduler, images: [...image, ...defaultImages].map(({ match }) => String(match)) };
}

function versionOption(): Option {
  return new Option('--kubernetes-version <version>', 'the version of Kubernetes: 1.34 to 1.37 (default: 1.36)').env(
    versionVariable,
  );
}

function addImage(text: string, before: readonly NamedProgram[]): readonly NamedProgram[] {
  return parseArgument(() => [...before, parseNodeProgram(text)]);
}

/** Parses an argument of a flag. Throws: what makes commander print the usage instead of a stack. */
function parseArgument<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

function describeExit({ component, code, signal, logFile }: ComponentExit): string {
  return `${component} ended unexpectedly (${signal ?? `exit code ${code ?? 'unknown'}`}); its log: ${logFile}`;
}

function renderEnvironmentHelp(): string {
  return `
Environment:
  KUBEBUILDER_ASSETS  folder with executables to use as they are (etcd, kube-apiserver, kubectl …)
  KUBEWRIGHT_CACHE    folder for the executables that are built or downloaded once (default: the user's cache folder)`;
}
