import path from 'node:path';

import type { Project } from '../project.ts';
import { describeError } from '../report-error.ts';
import { runNode } from '../run-node.ts';
import { applySamples, Crds } from './apply.ts';
import type { DevCluster } from './dev-cluster.ts';
import { OperatorProcess } from './operator-process.ts';
import { watchSources } from './watch-sources.ts';

export interface SessionOptions {
  readonly project: Project;
  readonly cluster: DevCluster;
  /** The address of Node's inspector. @default - without */
  readonly inspect?: string;
  /** Receives lines for the user. */
  readonly say: (text: string) => void;
}

/** An operator that runs from its sources, and follows them. Each method runs after the ones called before. */
export class Session implements AsyncDisposable {
  readonly #options: SessionOptions;
  readonly #crds: Crds;
  readonly #stopWatching: () => Promise<void>;
  #operator: OperatorProcess;
  #work = Promise.resolve();

  constructor(options: SessionOptions) {
    const { folder, module } = options.project;
    this.#options = options;
    this.#crds = new Crds(options.cluster);
    this.#operator = this.#start();
    this.#stopWatching = watchSources(folder, [path.dirname(module), 'samples'], (files) => this.#follow(files));
  }

  /** Loads the sources, applies changed CRDs, and runs the operator. What runs goes on if the sources are wrong. */
  reload(): Promise<void> {
    return this.#inTurn(() => this.#reload());
  }

  /** As `reload`, in a new process. */
  restart(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#operator[Symbol.asyncDispose]();
      this.#operator = this.#start();
      await this.#reload();
    });
  }

  applySamples(): Promise<void> {
    const { project, cluster, say } = this.#options;
    return this.#inTurn(async () => {
      say(await applySamples(project.folder, cluster));
    });
  }

  runTests(): Promise<void> {
    return this.#inTurn(async () => {
      await runNode(this.#options.project.folder, ['--test', 'src/**/*.test.ts']);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stopWatching();
    await this.#operator[Symbol.asyncDispose]();
  }

  #start(): OperatorProcess {
    const { project, cluster, inspect, say } = this.#options;
    const { folder, module, description } = project;
    const { kubeconfig, context } = cluster;
    return new OperatorProcess({
      ...{ folder, module, description },
      ...(kubeconfig !== undefined && { kubeconfig }),
      ...(context !== undefined && { context }),
      ...(inspect !== undefined && { inspect }),
      onExit: (code) => say(`the operator ended with code ${String(code)}; press r to start it again`),
    });
  }

  async #reload(): Promise<void> {
    const { say } = this.#options;
    const result = await this.#operator.load();
    if (result.type === 'failed') {
      say(result.message);
      return;
    }
    const changes = await this.#crds.apply(result.crds);
    if (changes !== '') say(changes);
    await this.#operator.run();
  }

  #follow(files: readonly string[]): void {
    this.#options.say(`changed: ${files.join(', ')}`);
    if (files.some((file) => /\.(ts|json)$/.test(file) && !file.endsWith('.test.ts'))) void this.reload();
    if (files.some((file) => file.startsWith('samples'))) void this.applySamples();
  }

  /** An error is printed, and does not end the session. */
  #inTurn(what: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(what).catch((error: unknown) => this.#options.say(describeError(error)));
    return this.#work;
  }
}
