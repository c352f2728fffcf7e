import { existsSync } from 'node:fs';
import path from 'node:path';

import type { Project } from '../project.ts';
import { describeError } from '../report-error.ts';
import { runNode } from '../run-node.ts';
import { applySamples } from './apply-samples.ts';
import { Crds } from './apply.ts';
import type { DevCluster } from './dev-cluster.ts';
import { FixedCrdsError } from './fixed-crds.ts';
import type { NotRun } from './messages.ts';
import { OperatorProcess } from './operator-process.ts';
import { uninstall } from './uninstall.ts';
import { watchSources } from './watch-sources.ts';
import type { PrintOptions, Screen } from './screen/screen.ts';
import type { DevWebhooks } from './webhooks/dev-webhooks.ts';
import type { LoadedOperator } from './webhooks/render.ts';

export interface SessionOptions {
  readonly project: Project;
  readonly cluster: DevCluster;
  /** Whether to apply `samples/` after the first CRDs. */
  readonly samples: boolean;
  /** The webhooks to register. @default - none, because the cluster cannot reach the operator */
  readonly webhooks?: DevWebhooks;
  /** Address on which Node's inspector listens. @default - the inspector is off */
  readonly inspect?: string;
  /** Names of imported kinds whose CRDs must not be installed. */
  readonly notInstalled: readonly string[];
  /** Flags of the user for the operator. */
  readonly flags: readonly string[];
  /** The screen that shows the operator's output. @default - the terminal shows the output */
  readonly screen?: Screen;
  /** Prints lines for the user. `problem` names the problem that they report. */
  readonly say: (text: string, options?: Pick<PrintOptions, 'problem' | 'isCommand'>) => void;
}

/** What keeps the session from doing its work, until it has done it. */
type Problem = 'sources' | 'samples' | 'process';

/** Warnings about parts of an operator that `kubewright dev` does not run. */
const warnings: Readonly<Record<NotRun, string>> = {
  webhooks:
    'kubewright dev does not run the webhooks: the API server stores objects without validation and mutation by the operator',
  conversions:
    'kubewright dev does not run the conversions: objects that are written in another version lose the fields that the storage version does not have',
};

const reachHint = 'to run them, pass --webhook-host with a host or address at which the cluster reaches this machine';

/** Runs an operator from its sources and reloads it. Calls run one after the other, in the order of the calls. */
export class Session implements AsyncDisposable {
  readonly #options: SessionOptions;
  readonly #crds: Crds;
  readonly #stopWatching: () => Promise<void>;
  readonly #stop = new AbortController();
  #operator: OperatorProcess;
  #isRunning = false;
  #areSamplesDue: boolean;
  #isUninstallDue = true;
  #notRun = '';
  #work = Promise.resolve();
  /** How many parts of the work have not ended. */
  #turns = 0;

  constructor(options: SessionOptions) {
    const { folder, module } = options.project;
    this.#options = options;
    this.#crds = new Crds(options.cluster);
    this.#areSamplesDue = options.samples;
    this.#operator = this.#start();
    this.#stopWatching = watchSources(folder, [path.dirname(module), 'samples'], {
      changed: (files) => {
        this.#follow(files);
      },
      failed: (error) => {
        options.say(`failed to watch ${folder}: ${describeError(error)}; press r after a change`);
      },
    });
  }

  /**
   * Loads the sources, applies changed CRDs, and restarts the operator. If the sources have an error, the last operator
   * continues.
   */
  reload(): Promise<void> {
    return this.#inTurn(() => this.#reload());
  }

  /** Does the same as `reload`, in a new process. */
  restart(): Promise<void> {
    const { say } = this.#options;
    say('restarting the operator');
    // Stops the process outside of the queue, because modules that never finish loading would block the queue.
    const ended = this.#operator[Symbol.asyncDispose]();
    return this.#inTurn(async () => {
      await ended;
      await this.#replaceOperator();
      await this.#reload();
      if (this.#isRunning) say('the operator runs again');
    });
  }

  applySamples(): Promise<void> {
    return this.#inTurn(() => this.#applySamples());
  }

  /** Leaves the terminal to the tests, and says at once that they run, and at the end how they ended. */
  runTests(): Promise<void> {
    const { project, screen, say } = this.#options;
    say(this.#turns > 0 ? 'the tests run after the reload' : 'running the tests');
    const run = (): Promise<number> => runNode(project.folder, ['--test', 'src/**/*.test.ts'], this.#stop.signal);
    return this.#inTurn(async () => {
      const code = await (screen === undefined ? run() : screen.leaveTo(run));
      say(code === 0 ? 'the tests passed' : `the tests failed (exit code ${String(code)})`);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#stopWatching();
    await this.#operator[Symbol.asyncDispose]();
  }

  #start(): OperatorProcess {
    const { project, cluster, webhooks, inspect, screen, flags, notInstalled } = this.#options;
    const { folder, module, description } = project;
    const { kubeconfig, context } = cluster;
    return new OperatorProcess({
      ...{ folder, module, description, flags, notInstalled },
      ...(kubeconfig !== undefined && { kubeconfig }),
      ...(context !== undefined && { context }),
      ...(webhooks !== undefined && { webhookFlags: webhooks.flags }),
      ...(inspect !== undefined && { inspect }),
      ...(screen && { onOutput: (line) => screen.takeLine(line) }),
      onExit: (by) => {
        this.#isRunning = false;
        this.#sayProblem(
          'process',
          `the process of the operator ended (${by}): save a file or press r to start it again`,
        );
        void this.#inTurn(async () => {
          if (!this.#isRunning) await this.#options.webhooks?.suspend();
        });
      },
    });
  }

  async #replaceOperator(): Promise<void> {
    await this.#operator[Symbol.asyncDispose]();
    this.#isRunning = false;
    this.#operator = this.#start();
  }

  async #reload(): Promise<void> {
    if (this.#operator.hasEnded) await this.#replaceOperator();
    const [result] = await Promise.all([this.#load(), this.#crds.findDeleted()]);
    if (result === undefined) return;
    this.#solve('sources');
    if (result.type === 'failed') {
      this.#sayWrong(result.message);
      return;
    }
    await this.#uninstall(result.notInstalled);
    const isApplied = await this.#applyCrds(result);
    if (!isApplied) return;
    this.#warnOfNotRun(result.notRun);
    await this.#renewConversions();
    this.#isRunning = await this.#operator.run();
    if (!this.#isRunning) return;
    this.#solve('process');
    await this.#options.webhooks?.apply();
    this.#options.screen?.follow(result.declaration);
    if (this.#areSamplesDue) await this.#applySamples();
  }

  /** Without this, the API server would list objects as the old code converted them. */
  async #renewConversions(): Promise<void> {
    const { webhooks } = this.#options;
    if (webhooks?.hasConversions !== true || !this.#isRunning) return;
    await this.#operator.pause();
    await webhooks.renewConversions();
  }

  async #load(): ReturnType<OperatorProcess['load']> {
    const hint =
      "the operator's modules have been loading for 10 s: fix what they wait for, such as a top-level await, save, and press r";
    const slow = setTimeout(() => {
      this.#options.say(hint);
    }, 10_000);
    try {
      return await this.#operator.load();
    } finally {
      clearTimeout(slow);
    }
  }

  /** Deletes CRDs only once, because the user can install them while `kubewright dev` runs. */
  async #uninstall(files: readonly string[]): Promise<void> {
    if (!this.#isUninstallDue || files.length === 0) return;
    const { project, cluster, say } = this.#options;
    say(await uninstall(files, project.folder, cluster));
    this.#isUninstallDue = false;
  }

  async #applyCrds(loaded: LoadedOperator): Promise<boolean> {
    const { webhooks, samples, say } = this.#options;
    try {
      const { changes, again } = await this.#crds.apply(loaded.crds, webhooks && (() => webhooks.prepare(loaded)));
      if (changes !== '') say(`applied the changed CRDs:\n${changes.trimEnd()}`);
      if (again.length > 0) say(`installed deleted CRDs again: ${again.join(', ')}`);
      // Their objects were deleted as well.
      this.#areSamplesDue ||= samples && again.length > 0;
      return true;
    } catch (error) {
      this.#sayWrong(describeError(error));
      if (error instanceof FixedCrdsError) this.#sayHowToReplace(error);
      return false;
    }
  }

  /** Samples that the API server rejects are due until it accepts them. */
  async #applySamples(): Promise<void> {
    const { project, cluster } = this.#options;
    this.#areSamplesDue = true;
    try {
      const applied = await applySamples(project.folder, cluster);
      this.#areSamplesDue = false;
      this.#solve('samples');
      this.#options.say(applied);
    } catch (error) {
      const hint =
        'correct the samples and save them; to apply them again without a change, press the key a or save a module';
      this.#sayProblem('samples', `${describeError(error)}\n${hint}`);
    }
  }

  #sayWrong(message: string): void {
    const running = this.#isRunning
      ? 'the operator still runs your last working code'
      : 'the operator does not run yet';
    this.#sayProblem('sources', `${message}\n${running}: fix the error and save the file`);
  }

  #sayHowToReplace({ command }: FixedCrdsError): void {
    if (this.#stop.signal.aborted) return;
    const { say } = this.#options;
    const hint =
      'an installed CRD cannot change this: define a new kind, or delete the CRD with all its objects, then save a file or press r:';
    say(hint, { problem: 'sources' });
    say(command, { problem: 'sources', isCommand: true });
  }

  /** Replaces what has been said of the problem. */
  #sayProblem(problem: Problem, text: string): void {
    this.#solve(problem);
    if (!this.#stop.signal.aborted) this.#options.say(text, { problem });
  }

  #solve(problem: Problem): void {
    this.#options.screen?.solve(problem);
  }

  /** Warns about webhooks and conversions that do not run, once for each combination. */
  #warnOfNotRun(parts: readonly NotRun[]): void {
    const notRun = this.#options.webhooks?.isReachable === true ? [] : parts;
    const text = notRun.map((each) => `${warnings[each]}; ${reachHint}`).join('\n');
    if (text !== '' && text !== this.#notRun) this.#options.say(text);
    this.#notRun = text;
  }

  #follow(files: readonly string[]): void {
    const { project, say } = this.#options;
    const isPresent = (file: string): boolean => existsSync(path.join(project.folder, file));
    const isSample = (file: string): boolean => file.startsWith('samples/');
    const changed = files.filter((file) => isPresent(file));
    const deleted = files.filter((file) => !isPresent(file));
    if (changed.length > 0) say(`changed: ${changed.join(', ')}`);
    if (deleted.length > 0) say(`deleted: ${deleted.join(', ')}`);
    if (deleted.some(isSample)) say('objects of a deleted sample stay in the cluster: delete them with kubectl');
    if (files.some((file) => !isSample(file) && /\.(ts|json)$/.test(file) && !file.endsWith('.test.ts')))
      void this.reload();
    if (changed.some(isSample)) void this.applySamples();
  }

  /** Runs a task after the previous ones. Prints its error, and continues with the next task. */
  #inTurn(what: () => Promise<void>): Promise<void> {
    const { signal } = this.#stop;
    this.#turns += 1;
    this.#work = this.#work
      .then(() => (signal.aborted ? undefined : what()))
      .catch((error: unknown) => {
        this.#sayProblem('sources', describeError(error));
      })
      .finally(() => {
        this.#turns -= 1;
      });
    return this.#work;
  }
}
