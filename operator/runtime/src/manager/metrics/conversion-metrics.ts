import type { ConversionFailure, MigrationObserver } from '../../conversion/index.ts';
import type { Families } from './prom-client.ts';

/** Receives the results of conversion requests. */
export interface ConversionMetrics {
  /** Called with the number of objects that one request has converted. */
  onConverted(conversion: string, objects: number): void;
  /** Called when an object could not be converted, so that its whole request failed. */
  onFailed(conversion: string, reason: ConversionFailure): void;
}

/** The metrics of conversions and storage migrations. */
export interface ConversionFamilies {
  readonly conversion: ConversionMetrics;
  readonly migration: MigrationObserver;
}

/**
 * Creates the conversion metrics, which only operators with several versions of a kind have. controller-runtime has
 * only `controller_runtime_conversion_webhook_panics_total`.
 */
export function createConversionMetrics(families: Families): ConversionFamilies {
  const labelNames = ['conversion'] as const;
  const panics = families.counter({
    name: 'controller_runtime_conversion_webhook_panics_total',
    help: 'Conversions in which the conversion function threw.',
    labelNames: [],
  });
  const objects = families.counter({
    name: 'conversion_objects_total',
    help: 'Converted objects.',
    labelNames,
  });
  const failures = families.counter({
    name: 'conversion_failures_total',
    help: 'Requests with an object that could not be converted, by reason.',
    labelNames: ['conversion', 'reason'],
  });
  const left = families.gauge({
    name: 'storage_migration_objects_left',
    help: 'Objects left to migrate to the new storage version.',
    labelNames,
  });
  const rewritten = families.counter({
    name: 'storage_migration_objects_total',
    help: 'Objects migrated to the new storage version.',
    labelNames,
  });
  return {
    conversion: {
      onConverted(conversion, count) {
        objects.inc({ conversion }, count);
      },
      onFailed(conversion, reason) {
        failures.inc({ conversion, reason });
        if (reason === 'Threw') panics.inc();
      },
    },
    migration: {
      onLeft(conversion, count) {
        left.set({ conversion }, count);
      },
      onRewritten(conversion) {
        rewritten.inc({ conversion });
      },
    },
  };
}
