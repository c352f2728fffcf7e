import type { Api } from '../api/index.ts';
import type { Direction } from './call.ts';
import type { ConversionDefinition, SpokeDefinition } from './define-conversion.ts';
import { NotConverted } from './unconvertible.ts';

/** From a spoke to the hub, or from the hub to a spoke. */
export interface Step {
  readonly from: string;
  readonly to: string;
  readonly there: Direction;
  /** From `to` to `from`: what is lost on the way there is what this does not bring back. */
  readonly back: Direction;
}

/** The way from one version to another: none to itself, and by way of the hub between spokes. Errors: `NotConverted`. */
export function stepsBetween(
  { hub, spokes }: ConversionDefinition,
  { from, to }: { readonly from: string; readonly to: string },
): readonly Step[] {
  if (from === to) return [];
  const stepsOf = (version: string, turned: (step: Step) => Step): readonly Step[] =>
    version === hub.version ? [] : [turned(stepToHub(hub, spokeOf(spokes, version)))];
  return [...stepsOf(from, (step) => step), ...stepsOf(to, reversed)];
}

function spokeOf(spokes: readonly SpokeDefinition[], version: string): SpokeDefinition {
  const spoke = spokes.find(({ api }) => api.version === version);
  if (spoke === undefined) throw new NotConverted('UnknownVersion', `there is no version ${version}`);
  return spoke;
}

function stepToHub(hub: Api, { api, toHub, fromHub, shared }: SpokeDefinition): Step {
  return {
    from: api.version,
    to: hub.version,
    there: { function: toHub, name: `toHub of ${api.version}`, shared, to: hub },
    back: { function: fromHub, name: `fromHub of ${api.version}`, shared, to: api },
  };
}

function reversed({ from, to, there, back }: Step): Step {
  return { from: to, to: from, there: back, back: there };
}
