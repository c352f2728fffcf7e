import type { ConversionFailure, MigrationObserver } from '../../conversion/index.ts';
import type { Families } from './prom-client.ts';

/** Called with what becomes of conversions. */
export interface ConversionMetrics {
  /** So many objects of one request were converted. */
  onConverted(conversion: string, objects: number): void;
  /** An object could not be converted, and so none of its request was. */
  onFailed(conversion: string, reason: ConversionFailure): void;
}

/** What an operator with conversions counts. */
export interface ConversionFamilies {
  readonly conversion: ConversionMetrics;
  readonly migration: MigrationObserver;
}

/**
 * The families about conversions. Only an operator with several versions of a kind has them. controller-runtime has
 * `controller_runtime_conversion_webhook_panics_total` alone.
 */
export function createConversionMetrics(families: Families): ConversionFamilies {
  const labelNames = ['conversion'] as const;
  const panics = families.counter({
    name: 'controller_runtime_conversion_webhook_panics_total',
    help: 'Conversions in which the function of the author threw.',
    labelNames: [],
  });
  const objects = families.counter({
    name: 'conversion_objects_total',
    help: 'Objects that were converted.',
    labelNames,
  });
  const failures = families.counter({
    name: 'conversion_failures_total',
    help: 'Requests of which one object could not be converted, by why.',
    labelNames: ['conversion', 'reason'],
  });
  const left = families.gauge({
    name: 'storage_migration_objects_left',
    help: 'Objects that are still to be stored in the new version, while they are migrated.',
    labelNames,
  });
  const rewritten = families.counter({
    name: 'storage_migration_objects_total',
    help: 'Objects that were stored in the new version.',
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
