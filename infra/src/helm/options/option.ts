import { type Condition, type Expression, at, given, is, valueAt } from '../template/expression.ts';
import type { Mode, Placeholder } from '../template/sample.ts';

/** Values of an environment, by path. */
export type Given = Readonly<Record<string, unknown>>;

/** One value of the chart: what it may be, where it shows, and what depends on it. */
export interface Option {
  readonly path: string;
  /** What is given in samples; beside them there is always one without it. */
  readonly samples: readonly Given[];
  readonly features: readonly Condition[];
  readonly placeholders: readonly Placeholder[];
}

interface Shown {
  readonly mode?: Mode;
  readonly isUnique?: boolean;
  readonly rank?: number;
  /** How it shows. @default - as it is given */
  readonly as?: Expression;
}

/** A value that shows as it is given. The samples are like nothing else in the objects, unless `isUnique` is false. */
export function shown(path: string, samples: readonly unknown[], options: Shown = {}): Option {
  const { isUnique = true, rank, as = at(path) } = options;
  const mode = options.mode ?? (samples.every((each) => typeof each === 'number') ? 'number' : 'text');
  return {
    path,
    samples: samples.map((sample) => ({ [path]: sample })),
    features: [given(path)],
    placeholders: [{ expression: as, mode, isUnique, ...(rank !== undefined && { rank }) }],
  };
}

/** A value that decides about something. */
export function deciding(path: string, values: readonly (string | boolean | number)[]): Option {
  return {
    path,
    samples: values.map((value) => ({ [path]: value })),
    features: values.map((value) => is(path, value)),
    placeholders: [],
  };
}

/** One of several values, which shows as it is given. */
export function listed(path: string, values: readonly (string | boolean | number)[]): Option {
  return shown(path, values, { mode: 'exact', isUnique: false });
}

/** A map, whose entries are among others. */
export function entries(path: string, sample: object, rank: number): Option {
  const full: Condition = {
    go: `(gt (len $v.${path}) 0)`,
    of: (view) => Object.keys(valueAt(view, path) ?? {}).length > 0,
  };
  return { ...shown(path, [sample], { mode: 'entries', rank }), features: [full] };
}

/** Pure: the option with this, too. */
export function also(option: Option, more: Partial<Omit<Option, 'path'>>): Option {
  return {
    path: option.path,
    samples: [...option.samples, ...(more.samples ?? [])],
    features: [...option.features, ...(more.features ?? [])],
    placeholders: [...option.placeholders, ...(more.placeholders ?? [])],
  };
}
