import { once } from 'node:events';

import type { Progress } from '@kubewright/testing';

import type { Project } from '../project.ts';
import { CommandError } from '../report-error.ts';
import { quote } from '../shell.ts';
import { claimContext } from './claim.ts';
import { type DevCluster, isLocal, openContext, startEmbedded } from './dev-cluster.ts';
import { describeKeys, explainKeys, type Keys, listenToKeys } from './keys.ts';
import { listenForStop, watchParent } from './listen-for-stop.ts';
import { checkOperatorFlags } from './operator-input.ts';
import { type PrintOptions, Screen, type ScreenOptions } from './screen/screen.ts';
import { Session } from './session.ts';
import { DevWebhooks, removeLeftovers } from './webhooks/dev-webhooks.ts';
import { loopback } from './webhooks/endpoint.ts';
import { findWebhookAddress } from './webhooks/webhook-address.ts';

export interface DevFlags {
  /** Flags for the operator, which follow `--`. */
  readonly operatorFlags: readonly string[];
  readonly context?: string;
  readonly samples: boolean;
  /** Names of imported kinds whose CRDs must not be installed. */
  readonly notInstalled: readonly string[];
  readonly inspect?: string | true;
  readonly webhookHost?: string;
  readonly screen: boolean;
  readonly yes?: boolean;
}

/**
 * Runs an operator from its sources until Ctrl-C, and restarts it after each change. A second Ctrl-C ends the process
 * at once.
 */
export async function dev(project: Project, flags: DevFlags): Promise<void> {
  checkOperatorFlags(flags.operatorFlags);
  using request = listenForStop();
  ignoreClosedTerminal();
  const stop = request.signal;
  const isNpmScript = process.env['npm_lifecycle_event'] !== undefined;
  const unwatch = isNpmScript ? watchParent(quit) : undefined;
  try {
    await using cluster = await openCluster(project, flags, stop);
    await using _claim = flags.context === undefined ? undefined : await claimContext(project.folder, flags.context);
    say(`cluster: ${cluster.title}`);
    const inspect = flags.inspect === true ? '127.0.0.1:9229' : flags.inspect;
    const { samples, operatorFlags, notInstalled } = flags;
    await using webhooks = await openWebhooks(cluster, project, { flags, signal: stop });
    using screen = openScreen(flags, { folder: project.folder, cluster, keys: () => describeKeys(keys) });
    await using session = new Session({
      ...{ project, cluster, samples, flags: operatorFlags, notInstalled, say },
      ...(screen && { screen }),
      ...(webhooks && { webhooks }),
      ...(inspect !== undefined && { inspect }),
    });
    const keys = createKeys(session, cluster);
    const stopKeys = listenToKeys(keys);
    // Not awaited, because Ctrl-C must work even if the author's modules never finish loading.
    void session.reload().then(() => {
      if (stop.aborted || screen !== undefined) return;
      say(process.stdin.isTTY ? describeKeys(keys) : describeAccess(cluster));
    });
    await waitUntilAborted(stop);
    say('stopping');
    stopKeys();
  } catch (error) {
    if (!stop.aborted) throw error;
  } finally {
    unwatch?.();
  }
}

async function openCluster({ folder }: Project, flags: DevFlags, signal: AbortSignal): Promise<DevCluster> {
  if (flags.context === undefined && flags.webhookHost !== undefined)
    throw new CommandError(
      'use --webhook-host',
      '--webhook-host needs --context, because the control plane on this machine calls 127.0.0.1',
    );
  if (flags.context !== undefined && flags.notInstalled.length > 0)
    throw new CommandError('use --not-installed', 'with --context, kubewright dev installs no imported kinds: omit it');
  if (flags.context === undefined) return startEmbedded({ folder, say, onProgress: sayEachStep(), signal });
  const cluster = await openContext(flags.context, signal);
  if (isLocal(cluster.server) || flags.yes === true) return cluster;
  const hint = `${cluster.server} is not on this machine: pass --yes to apply CRDs and run the operator there`;
  throw new CommandError(`use the context ${flags.context}`, hint);
}

/** Returns `undefined` if the cluster cannot reach this machine. */
async function openWebhooks(
  cluster: DevCluster,
  { folder }: Project,
  { flags, signal }: { readonly flags: DevFlags; readonly signal: AbortSignal },
): Promise<DevWebhooks | undefined> {
  const { context, webhookHost } = flags;
  const address = context === undefined ? loopback : await findWebhookAddress(context, webhookHost);
  const options = { cluster, folder, signal, say };
  if (address !== undefined) return DevWebhooks.open({ ...options, address });
  await removeLeftovers(options);
  return undefined;
}

/** Opens the screen; `undefined` if the terminal cannot show it. */
function openScreen(flags: DevFlags, options: Omit<ScreenOptions, 'terminal'>): Screen | undefined {
  const { stdin, stdout, env } = process;
  if (!flags.screen || !stdin.isTTY || !stdout.isTTY || env['TERM'] === 'dumb') return undefined;
  const screen = new Screen({ ...options, terminal: stdout });
  printLine = (line, how) => {
    screen.print(line, how);
  };
  return screen;
}

/** Ignores write errors of a closed terminal, so that the command can still remove its webhooks. */
function ignoreClosedTerminal(): void {
  for (const stream of [process.stdin, process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/** Stops like SIGINT does, so that a Ctrl-C after the key `q` counts as the second one. */
function quit(): void {
  process.emit('SIGTERM', 'SIGTERM');
}

function createKeys(session: Session, cluster: DevCluster): Keys {
  const keys: Keys = {
    r: {
      does: 'restart',
      help: 'starts the operator in a new process, with your present code',
      run: () => session.restart(),
    },
    a: { does: 'apply samples', help: 'applies all files in samples/ again', run: () => session.applySamples() },
    t: { does: 'run tests', help: 'runs src/**/*.test.ts', run: () => session.runTests() },
    k: {
      does: 'kubeconfig',
      help: 'prints the line after which kubectl uses this cluster',
      run: () => {
        say(describeAccess(cluster), { isCommand: true });
      },
    },
    h: {
      does: 'help',
      run: () => {
        say(explainKeys(keys));
      },
    },
    q: { does: 'quit', help: 'stops the operator, as Ctrl-C does; the objects stay for the next start', run: quit },
  };
  return keys;
}

function describeAccess({ kubeconfig, context }: DevCluster): string {
  return kubeconfig === undefined
    ? `kubectl --context ${quote(context ?? '')}`
    : `export KUBECONFIG=${quote(kubeconfig)}`;
}

function sayEachStep(): (progress: Progress) => void {
  let last = '';
  return ({ step }) => {
    if (step !== last) say(step);
    last = step;
  };
}

let printLine = (line: string, _how?: PrintOptions): void => void process.stderr.write(`${line}\n`);

function say(text: string, how?: PrintOptions): void {
  for (const line of text.split('\n')) printLine(`kubewright  ${line}`, how);
}

async function waitUntilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
