/**
 * Exports of an author whose kind has several versions. `exported-types.test.ts` appends this module to `exporting-author.ts`.
 *
 * @module
 */
import {
  defineApi as declareVersion,
  defineConversion,
  spoke,
  t as schema,
  conversionError,
  type Content,
  type ConversionDefinition,
  type ConversionOptions,
  type ConversionResult,
  type SharedFields,
  type Spoke,
  type SpokeDeclaration,
  type SpokeDefinition,
} from '@kubewright/runtime';

const theatre = { group: 'example.com', kind: 'Theatre' } as const;
export const TheatreV1 = declareVersion({ ...theatre, version: 'v1', spec: schema.object({ rows: schema.integer() }) });
export const TheatreV2 = declareVersion({
  ...theatre,
  version: 'v2',
  spec: schema.object({ seats: schema.integer() }),
});

interface Rows {
  readonly rows: number;
}
interface Seats {
  readonly seats: number;
}

// Separate functions
export const toSeats = ({ spec }: Content<Rows>): ConversionResult<Seats> => {
  if (spec.rows > 99) throw conversionError(tooMany);
  return { spec: { seats: spec.rows * 20 } };
};
export const tooMany = { reason: 'FieldValueInvalid', path: 'spec.rows', message: 'too many' } as never;
export const toRows = ({ spec }: Content<Seats>): ConversionResult<Rows> => ({ spec: { rows: spec.seats / 20 } });

// Conversions
export const withoutHub = { toHub: toSeats, fromHub: toRows, served: false };
export const sharedFields: SharedFields = { spec: { name: schema.string() } };
export const getHub = (declaration: SpokeDeclaration<Rows, unknown, Seats, unknown>) => declaration.hub;
export const fromTheatreV1 = spoke(TheatreV1, { hub: TheatreV2, toHub: toSeats, fromHub: toRows });
export const { api: spokeApi, served: isSpokeServed } = fromTheatreV1;
export const getSpokeApi = <THubSpec, THubStatus>(of: Spoke<THubSpec, THubStatus>) => of.api;
export const storedAsV1: ConversionOptions = { storageVersion: TheatreV1, name: 'stage' };
export const theatres = defineConversion(TheatreV2, [fromTheatreV1], storedAsV1);
export const { hub: theatreHub, spokes: theatreSpokes, storageVersion: theatreStored, crd: theatreCrd } = theatres;
export const getSharedFields = ({ shared }: SpokeDefinition) => shared;
export const getConversionPath = ({ webhook }: ConversionDefinition) => webhook.path;
