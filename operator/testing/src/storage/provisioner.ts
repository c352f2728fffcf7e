import {
  aborted,
  type Clock,
  type Kind,
  type KubeObject,
  type Logger,
  messageOf,
} from '@kubewright/runtime/internal/base';
import type { Client } from '@kubewright/runtime/internal/client';
import { PersistentVolumeClaim } from '@kubewright/runtime/kinds';
import { watchObjects } from '@kubewright/runtime/internal/watch';
import { KeptObjects } from '../kept-objects.ts';
import { PersistentVolume, StorageClass } from './kinds.ts';
import { type StorageStep, storagePlan } from './storage-plan.ts';
import { doStep, type StepContext } from './storage-steps.ts';

export interface ProvisionerOptions {
  readonly client: Client;
  readonly hostFolder: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

const retryMs = 1_000;

/**
 * Creates a folder for each claim, expands volumes, and removes the folders of deleted claims, as an external
 * provisioner and an external resizer do, until `signal` aborts. Never rejects.
 *
 * https://kubernetes.io/docs/concepts/storage/dynamic-provisioning/
 */
export async function runProvisioner(options: ProvisionerOptions, signal: AbortSignal): Promise<void> {
  await new Provisioner(options).run(signal);
}

interface NextChange {
  readonly promise: Promise<void>;
  notify(): void;
}

function nextChange(): NextChange {
  let notify = (): void => undefined;
  const promise = new Promise<void>((resolve) => (notify = resolve));
  return { promise, notify };
}

class Provisioner {
  readonly #options: ProvisionerOptions;
  readonly #classes = new KeptObjects<StorageClass>();
  readonly #claims = new KeptObjects<PersistentVolumeClaim>();
  readonly #volumes = new KeptObjects<PersistentVolume>();
  /** The reason of the last refusal that was emitted as an event, by uid of the claim. */
  #refused = new Map<string, string>();
  #nextChange = nextChange();

  constructor(options: ProvisionerOptions) {
    this.#options = options;
  }

  async run(signal: AbortSignal): Promise<void> {
    await Promise.all([
      this.#follow(StorageClass, this.#classes, signal),
      this.#follow(PersistentVolumeClaim, this.#claims, signal),
      this.#follow(PersistentVolume, this.#volumes, signal),
      this.#work(signal),
    ]);
  }

  async #follow<T extends KubeObject>(kind: Kind<T>, objects: KeptObjects<T>, signal: AbortSignal): Promise<void> {
    const { client, clock, logger } = this.#options;
    const resource = client.resource(kind);
    await watchObjects(
      {
        resource,
        selection: {},
        clock,
        logger,
        onEvent: (event) => {
          objects.take(event);
          this.#nextChange.notify();
        },
      },
      signal,
    );
  }

  async #work(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const over = aborted(signal);
    while (!signal.aborted) {
      await Promise.race([this.#nextChange.promise, over]);
      this.#nextChange = nextChange();
      if (await this.#executeAll(signal)) continue;
      await clock.sleep(retryMs, signal).catch(() => undefined);
      this.#nextChange.notify();
    }
  }

  /** Executes all steps of the current plan. Returns whether all have succeeded; if not, the caller retries. */
  async #executeAll(signal: AbortSignal): Promise<boolean> {
    const state = { classes: this.#classes.all, claims: this.#claims.all, volumes: this.#volumes.all };
    const plan = storagePlan(state);
    const refusals = new Map(
      plan.flatMap((step) => (step.type === 'refuse' ? [[step.claim.metadata.uid, step.why]] : [])),
    );
    const open = plan.filter(
      (step) => step.type !== 'refuse' || this.#refused.get(step.claim.metadata.uid) !== step.why,
    );
    this.#refused = refusals;
    const done = await Promise.all(open.map((step) => this.#try(step, signal)));
    return done.every(Boolean);
  }

  async #try(step: StorageStep, signal: AbortSignal): Promise<boolean> {
    const { client, hostFolder, logger } = this.#options;
    const context: StepContext = { client, hostFolder, signal };
    const { metadata } = 'volume' in step ? step.volume : step.claim;
    const { namespace = '', name } = metadata;
    try {
      await doStep(step, context);
      logger.info('storage step done', { step: step.type, namespace, name });
      return true;
    } catch (error) {
      if (signal.aborted) return true;
      logger.warn('storage step failed', { step: step.type, namespace, name, why: messageOf(error) });
      if (step.type === 'refuse') this.#refused.delete(step.claim.metadata.uid);
      return false;
    }
  }
}
