import { type ConversionDefinition, defineConversion, type OperatorDefinition } from '@kubewright/runtime';

import { cafeController, cafeControllerWithDelete } from './cafe-controller.ts';
import { cafeControllerV1 } from './cafe-controller-v1.ts';
import { CafeV1 } from './cafe-v1.ts';
import { CafeV2 } from './cafe-v2.ts';
import { fromV1 } from './from-v1.ts';

const name = 'cafes';

/** The release that serves only v1. */
export const release1: OperatorDefinition = { name, version: '1.0.0', controllers: [cafeControllerV1] };

/** Serves both versions, and still stores v1: allows a rollback to release 1. */
export const bothVersions: ConversionDefinition = defineConversion(CafeV2, [fromV1], { storageVersion: CafeV1 });
export const release2: OperatorDefinition = {
  ...{ name, version: '2.0.0' },
  controllers: [cafeController],
  conversions: [bothVersions],
};

/** Stores v2, to which the operator migrates the objects: allows a rollback to release 2. */
export const storedAsV2: ConversionDefinition = defineConversion(CafeV2, [fromV1]);
export const release3: OperatorDefinition = {
  ...{ name, version: '3.0.0' },
  controllers: [cafeControllerWithDelete],
  conversions: [storedAsV2],
};

/** The release that serves only v2, after all objects are stored as v2. */
export const release4: OperatorDefinition = { name, version: '4.0.0', controllers: [cafeController] };
