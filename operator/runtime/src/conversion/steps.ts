import type { Api } from '../api/index.ts';
import type { Direction } from './call.ts';
import type { ConversionDefinition, SpokeDefinition } from './define-conversion.ts';
import { ConversionError } from './conversion-error.ts';

/** One conversion: from a spoke to the hub, or from the hub to a spoke. */
export interface Step {
  readonly from: string;
  readonly to: string;
  readonly there: Direction;
  /** The conversion in the other direction, which shows what this one loses. */
  readonly back: Direction;
}

/**
 * Lists the conversions from one version to another: none for the same version, two (via the hub) between two spokes.
 * Errors: `ConversionError`.
 */
export function listSteps(
  { hub, spokes }: ConversionDefinition,
  { from, to }: { readonly from: string; readonly to: string },
): readonly Step[] {
  if (from === to) return [];
  const listHubSteps = (version: string, turned: (step: Step) => Step): readonly Step[] =>
    version === hub.version ? [] : [turned(buildStepToHub(hub, getSpoke(spokes, version)))];
  return [...listHubSteps(from, (step) => step), ...listHubSteps(to, reverseStep)];
}

function getSpoke(spokes: readonly SpokeDefinition[], version: string): SpokeDefinition {
  const spoke = spokes.find(({ api }) => api.version === version);
  if (spoke === undefined) throw new ConversionError('UnknownVersion', `unknown version ${version}`);
  return spoke;
}

function buildStepToHub(hub: Api, { api, toHub, fromHub, shared }: SpokeDefinition): Step {
  return {
    from: api.version,
    to: hub.version,
    there: { function: toHub, name: `toHub of ${api.version}`, shared, to: hub },
    back: { function: fromHub, name: `fromHub of ${api.version}`, shared, to: api },
  };
}

function reverseStep({ from, to, there, back }: Step): Step {
  return { from: to, to: from, there: back, back: there };
}
