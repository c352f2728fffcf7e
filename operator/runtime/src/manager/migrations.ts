import type { Clock, Logger, SettingsTable } from '../base/index.ts';
import type { Client } from '../client/index.ts';
import { buildFieldManager } from '../controller/index.ts';
import { keepStorageMigrated } from '../conversion/index.ts';
import type { Metrics } from './metrics/index.ts';
import type { OperatorDefinition } from './operator-definition.ts';
import type { SettingsWith } from './settings/parse-settings.ts';
import { getConversionSettings } from './webhooks/webhook-settings.ts';

interface MigrationParts {
  readonly operated: Pick<OperatorDefinition, 'name' | 'conversions'>;
  readonly settings: SettingsWith<SettingsTable>;
  readonly client: Client;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'forConversions'>;
}

/**
 * Creates the storage migrations that the leader runs: one for each kind with several versions. None in a dry run. None
 * if the operator serves only some namespaces, because it lacks permission for objects in others.
 */
export function createMigrations(parts: MigrationParts): readonly ((signal: AbortSignal) => Promise<void>)[] {
  const { operated, settings, client, clock, logger, metrics } = parts;
  const { conversions = [] } = operated;
  if (conversions.length === 0 || settings.dryRun || settings.watchNamespaces.length > 0) return [];
  const { migration: observer } = metrics.forConversions();
  const { storageMigrationRate: perSecond } = getConversionSettings(settings);
  const reporter = { controller: buildFieldManager(operated.name, 'conversions'), instance: settings.podName };
  const common = { client, clock, logger, watchList: settings.watchList, perSecond, reporter, observer };
  return conversions.map((conversion) => (signal) => keepStorageMigrated({ ...common, conversion }, signal));
}
