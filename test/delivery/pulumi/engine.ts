import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { type EngineEvent, LocalWorkspace, type OpType, type Stack } from '@pulumi/pulumi/automation/index.js';

import type { PulumiCluster } from './pulumi-cluster.ts';
import { type RunningProvider, startProvider } from './provider.ts';

/** The number of resources by operation of the engine: `{ create: 3, same: 1 }`. */
export type Counts = Partial<Record<OpType, number>>;

/** Thrown if an operation fails. The message contains its output. */
export class EngineError extends Error {
  override readonly name = 'EngineFailed';
}

/** Pulumi's engine with one stack. Each operation gets a program. */
export class Engine implements AsyncDisposable {
  readonly #stack: Stack;
  readonly #provider: RunningProvider;

  private constructor(stack: Stack, provider: RunningProvider) {
    this.#stack = stack;
    this.#provider = provider;
  }

  /** @param more environment variables of the engine and of the provider */
  static async start({ env, place }: PulumiCluster, name: string, more: NodeJS.ProcessEnv = {}): Promise<Engine> {
    const workDir = path.join(place, name);
    await mkdir(workDir, { recursive: true });
    const provider = await startProvider({ ...env, ...more });
    const envVars = { ...env, ...more, PULUMI_DEBUG_PROVIDERS: provider.address } as Record<string, string>;
    process.env['PATH'] = env['PATH'];
    const stack = await LocalWorkspace.createOrSelectStack(
      { stackName: name, projectName: 'delivery', program: () => Promise.resolve() },
      { workDir, envVars },
    );
    return new Engine(stack, provider);
  }

  async preview(program: () => unknown): Promise<Counts> {
    return this.#counted((onEvent) => this.#stack.preview({ program: toAsync(program), onEvent }));
  }

  async up(program: () => unknown): Promise<Counts> {
    return this.#counted((onEvent) => this.#stack.up({ program: toAsync(program), onEvent }));
  }

  async refresh(): Promise<Counts> {
    return this.#counted((onEvent) => this.#stack.refresh({ onEvent }));
  }

  async destroy(): Promise<Counts> {
    return this.#counted((onEvent) => this.#stack.destroy({ onEvent }));
  }

  /** Destroys everything. Returns the objects in the order of their deletion, as `kind name`. */
  async deleted(): Promise<readonly string[]> {
    const gone: string[] = [];
    await this.#stack.destroy({
      onEvent: ({ resOutputsEvent }) => {
        const { op, type, urn } = resOutputsEvent?.metadata ?? {};
        if (op !== 'delete' || !type?.startsWith('kubernetes:')) return;
        gone.push(`${type.split(':').at(-1) ?? ''} ${urn?.split('::').at(-1) ?? ''}`);
      },
    });
    return gone;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#provider[Symbol.asyncDispose]();
  }

  async #counted(run: (onEvent: (event: EngineEvent) => void) => Promise<unknown>): Promise<Counts> {
    let counts: Counts = {};
    const errors: string[] = [];
    try {
      await run(({ summaryEvent, diagnosticEvent }) => {
        if (summaryEvent) counts = summaryEvent.resourceChanges;
        if (diagnosticEvent?.severity === 'error') errors.push(diagnosticEvent.message);
      });
    } catch (cause) {
      throw new EngineError(errors.join('\n') || String(cause), { cause });
    }
    return counts;
  }
}

function toAsync(program: () => unknown): () => Promise<void> {
  return () => Promise.resolve(void program());
}
