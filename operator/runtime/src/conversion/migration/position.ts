import { type Clock, OperatorError } from '../../base/index.ts';
import type { Client } from '../../client/index.ts';
import { CustomResourceDefinition } from '../../kinds/index.ts';
import type { ConversionDefinition } from '../define-conversion.ts';

/** The annotation of the CRD with the progress of a migration, from which the next leader continues. */
export const positionAnnotation = 'conversion.kubewright.dev/migrated-until';

/**
 * Lists the versions, other than the storage version, in which objects may still be stored. Empty until the CRD stores
 * the version that this release declares.
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

/** The interval between updates of the annotation, in milliseconds. */
const everyMs = 10_000;

/** The progress of a storage migration, in the order in which the API server lists objects. */
export class Position {
  readonly #options: PositionOptions;
  readonly #name: string;
  /** The versions that the migration replaces. A migration that replaces other versions starts from the beginning. */
  readonly #from: string;
  #writtenAt: number;
  /** `<namespace>/<name>` of the last rewritten object; empty before the first. */
  after: string;

  constructor(options: PositionOptions, definition: CustomResourceDefinition) {
    this.#options = options;
    this.#name = definition.metadata.name;
    this.#from = `${listOutdatedVersions(definition, options.conversion).join(',')}>${options.conversion.storageVersion} `;
    this.#writtenAt = options.clock.monotonic();
    const kept = definition.metadata.annotations?.[positionAnnotation] ?? '';
    this.after = kept.startsWith(this.#from) ? kept.slice(this.#from.length) : '';
  }

  /** Records that all objects up to `key` are rewritten. */
  async advance(key: string, signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    this.after = key;
    if (clock.monotonic() - this.#writtenAt < everyMs) return;
    this.#writtenAt = clock.monotonic();
    await this.#annotate(this.#from + key, signal);
  }

  /**
   * Removes the outdated versions from `status.storedVersions` of the CRD. Errors: `API_CONFLICT` if the CRD changes at
   * the same time, or already stores another version.
   */
  async done(outdated: readonly string[], signal: AbortSignal): Promise<void> {
    const { client, conversion, reporter } = this.#options;
    const definitions = client.resource(CustomResourceDefinition);
    const definition = await definitions.get({ name: this.#name }, { signal });
    if (listOutdatedVersions(definition, conversion).join() !== outdated.join()) {
      const hint = 'the storage version of the CRD has changed';
      throw new OperatorError('API_CONFLICT', `migrate the objects of ${this.#name}`, { hint });
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
