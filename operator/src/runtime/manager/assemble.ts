import { type Clock, type Logger, systemClock } from '../base/index.ts';
import { type Caches, createCaches } from '../cache/index.ts';
import { type Client, connect } from '../client/index.ts';
import { type Controller, createController, fieldManagerOf } from '../controller/index.ts';
import type { ControllerDefinition } from '../reconcile/index.ts';
import { createMetrics, type Metrics } from './metrics/index.ts';
import type { OperatorDefinition } from './operator-definition.ts';
import type { Settings } from './settings/index.ts';

/** One process of an operator, put together. */
export interface Parts {
  readonly operated: OperatorDefinition;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly client: Client;
  readonly caches: Caches;
  readonly controllers: readonly Controller[];
  /** Aborts at the first signal: nothing new is begun. */
  readonly stop: AbortSignal;
}

/** The controllers that the settings choose. */
export function selected({ controllers }: OperatorDefinition, settings: Settings): readonly ControllerDefinition[] {
  return controllers.filter(({ name }) => settings.controllers.length === 0 || settings.controllers.includes(name));
}

/** Makes all parts; of these, only the credentials are read. Errors: `CREDENTIALS_INVALID`. */
export async function assemble(given: Pick<Parts, 'operated' | 'settings' | 'logger' | 'stop'>): Promise<Parts> {
  const { operated, settings, logger } = given;
  const clock = systemClock;
  const metrics = createMetrics(clock);
  const userAgent = `${operated.name}/${operated.version}`;
  const { client, credentials } = await connect({
    ...settings.credentials,
    clock,
    userAgent,
    onCall: (record) => {
      metrics.onCall(record);
    },
  });
  logger.info('connecting', { server: credentials.server.origin });
  const definitions = selected(operated, settings);
  const caches = createCaches({
    client,
    clock,
    logger,
    watchList: settings.watchList,
    fieldManagers: definitions.map(({ name }) => fieldManagerOf(operated.name, name)),
    ...(settings.watchNamespaces.length > 0 && { namespaces: settings.watchNamespaces }),
  });
  const shared = { client, caches, clock, logger, operator: operated.name, instance: settings.podName };
  const controllers = definitions.map((definition) => {
    const { workers } = settings;
    const { queue, reconcile } = metrics.forController(definition.name, { workers });
    return createController({ ...shared, definition, workers, queueObserver: queue, observer: reconcile });
  });
  return { ...given, clock, metrics, client, caches, controllers };
}
