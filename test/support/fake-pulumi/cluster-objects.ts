import { runKubectl } from '@kubewright/declaration/kubectl';

import type { Properties } from './properties.ts';

const waitFor = 'pulumi.com/waitFor';
const skipAwait = 'pulumi.com/skipAwait';
const propagation = 'pulumi.com/deletionPropagationPolicy';

/** A part of kubectl's message about conditions that are null, such as those of a new CRD. */
const nullConditions = '.status.conditions accessor error';
const mostTries = 100;

interface Named {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
}

/** Reads and writes objects of any kind with kubectl. The plugin's annotations select the condition to wait for. */
export class ClusterObjects {
  readonly #kubectl: string;
  readonly #env: NodeJS.ProcessEnv;

  constructor(kubectl: string, env: NodeJS.ProcessEnv) {
    this.#kubectl = kubectl;
    this.#env = env;
  }

  /** Formats the id that the plugin gives to an object. */
  static id(object: Properties): string {
    const { namespace, name } = named(object).metadata;
    return namespace === undefined ? name : `${namespace}/${name}`;
  }

  static address(object: Properties): string {
    return `${named(object).kind} ${ClusterObjects.id(object)}`;
  }

  /** Parses the object that a URN and an id name. */
  static named(urn: string, id: string): Properties {
    const [apiVersion = '', kind = ''] = /kubernetes:([^:$]+):(\w+)::/.exec(urn)?.slice(1) ?? [];
    const [name = '', namespace] = id.split('/').reverse();
    const metadata = { name, ...(namespace !== undefined && { namespace }) };
    return { apiVersion: apiVersion.replace(/^core\//, ''), kind, metadata };
  }

  async tryGet(object: Properties): Promise<Properties | undefined> {
    const found = await this.#run(['get', '--ignore-not-found', '-o', 'json', '-f', '-'], object).catch(
      requireNotFound,
    );
    if (found.trim() === '') return undefined;
    // kubectl prints a list even for a single object.
    const { items } = JSON.parse(found) as { readonly items: readonly Properties[] };
    return items[0];
  }

  /** Applies the object server-side, and returns its new state. */
  async apply(object: Properties): Promise<Properties> {
    const force = this.#env['PULUMI_K8S_ENABLE_PATCH_FORCE'] === 'true' ? ['--force-conflicts'] : [];
    const how = ['--server-side', '--field-manager=pulumi-stand-in', '--validate=strict', ...force];
    return JSON.parse(await this.#run(['apply', ...how, '-o', 'json', '-f', '-'], object)) as Properties;
  }

  /** Waits for the conditions of the annotations, and for a Deployment until it is available. */
  async untilReady(object: Properties): Promise<void> {
    const { kind, metadata } = named(object);
    if (metadata.annotations?.[skipAwait] === 'true') return;
    const condition = metadata.annotations?.[waitFor] ?? (kind === 'Deployment' ? 'condition=Available' : undefined);
    if (condition === undefined) return;
    await this.#wait(object, condition);
  }

  async delete(object: Properties): Promise<void> {
    const policy = named(object).metadata.annotations?.[propagation] ?? 'foreground';
    const how = ['--ignore-not-found', `--cascade=${policy}`, `--timeout=${this.#timeout('delete')}`];
    await this.#run(['delete', ...how, '-f', '-'], object).catch(requireNotFound);
  }

  async #wait(object: Properties, condition: string): Promise<void> {
    const args = ['wait', `--for=${condition}`, `--timeout=${this.#timeout('create')}`, '-f', '-'];
    for (let tries = 1; ; tries++) {
      try {
        await this.#run(args, object);
        return;
      } catch (error) {
        if (tries === mostTries || !(error as Error).message.includes(nullConditions)) throw error;
      }
    }
  }

  /**
   * Returns the timeout of an operation. Tests set it by variables, because the engine does not pass `customTimeouts`
   * to providers of this interface.
   */
  #timeout(operation: 'create' | 'delete'): string {
    return this.#env[`STAND_IN_${operation.toUpperCase()}_TIMEOUT`] ?? '120s';
  }

  async #run(args: readonly string[], object: Properties): Promise<string> {
    const input = JSON.stringify(object);
    const { code, stdout, stderr } = await runKubectl(args, { command: this.#kubectl, env: this.#env, input });
    if (code !== 0) throw new Error(stderr.trim());
    return stdout;
  }
}

/** Returns no output if the object's kind does not exist: then the object does not exist either. Throws other errors. */
function requireNotFound(error: Error): string {
  if (/no matches for kind|the server doesn't have a resource type/.test(error.message)) return '';
  throw error;
}

function named(object: Properties): Named {
  return object as unknown as Named;
}
