import { type Clock, OperatorError } from '../../base/index.ts';
import type { Client } from '../../client/index.ts';
import { CustomResourceDefinition } from '../../kinds/index.ts';
import type { ConversionDefinition } from '../define-conversion.ts';

/** Where a migration stands, on the definition: the next leader goes on there. */
export const positionAnnotation = 'conversion.kubewright.dev/migrated-until';

/**
 * The versions in which objects may still be stored though another one is. None as long as the definition does not store
 * what this release declares: it was not applied yet.
 */
export function listOutdatedVersions(
  { spec, status }: CustomResourceDefinition,
  { storageVersion }: ConversionDefinition,
): readonly string[] {
  const now = spec.versions.find(({ storage }) => storage)?.name;
  return now === storageVersion ? (status?.storedVersions ?? []).filter((version) => version !== storageVersion) : [];
}

interface PositionOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly reporter: { readonly controller: string };
  readonly conversion: ConversionDefinition;
}

/** How often the position is written. */
const everyMs = 10_000;

/** How far the objects are rewritten, in the order in which the API server lists them. */
export class Position {
  readonly #options: PositionOptions;
  readonly #name: string;
  /** The versions that the migration leads away from: another migration begins anew. */
  readonly #from: string;
  #writtenAt: number;
  /** `<namespace>/<name>` of the last object that is rewritten; empty at the beginning. */
  after: string;

  constructor(options: PositionOptions, definition: CustomResourceDefinition) {
    this.#options = options;
    this.#name = definition.metadata.name;
    this.#from = `${listOutdatedVersions(definition, options.conversion).join(',')}>${options.conversion.storageVersion} `;
    this.#writtenAt = options.clock.monotonic();
    const kept = definition.metadata.annotations?.[positionAnnotation] ?? '';
    this.after = kept.startsWith(this.#from) ? kept.slice(this.#from.length) : '';
  }

  /** Everything up to `key` is rewritten. */
  async advance(key: string, signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    this.after = key;
    if (clock.monotonic() - this.#writtenAt < everyMs) return;
    this.#writtenAt = clock.monotonic();
    await this.#annotate(this.#from + key, signal);
  }

  /**
   * Brings `status.storedVersions` down. Errors: `API_CONFLICT` if the definition changes in this moment, or stores
   * another version by now.
   */
  async done(outdated: readonly string[], signal: AbortSignal): Promise<void> {
    const { client, conversion, reporter } = this.#options;
    const definitions = client.resource(CustomResourceDefinition);
    const definition = await definitions.get({ name: this.#name }, { signal });
    if (listOutdatedVersions(definition, conversion).join() !== outdated.join()) {
      const hint = 'the definition stores another version by now';
      throw new OperatorError('API_CONFLICT', `migrate the storage of ${this.#name}`, { hint });
    }
    const { resourceVersion } = definition.metadata;
    const patch = { metadata: { resourceVersion }, status: { storedVersions: [conversion.storageVersion] } };
    const fieldManager = reporter.controller;
    await definitions.mergePatch({ name: this.#name }, patch, { subresource: 'status', fieldManager, signal });
    await this.#annotate(null, signal);
  }

  async #annotate(value: string | null, signal: AbortSignal): Promise<void> {
    const { client, reporter } = this.#options;
    const patch = { metadata: { annotations: { [positionAnnotation]: value } } };
    const options = { fieldManager: reporter.controller, signal };
    await client.resource(CustomResourceDefinition).mergePatch({ name: this.#name }, patch, options);
  }
}
