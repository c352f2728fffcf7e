import type { Unit } from '../gitops/index.ts';

/** A folder of manifests, and the file in it. */
export interface Folder {
  readonly path: string;
  /** Name of the file with the objects. @default - none: the folder only has other folders */
  readonly file?: string;
  readonly objects?: readonly unknown[];
  /** What its kustomization includes. @default - the file */
  readonly resources?: readonly string[];
}

/** The units of one environment. */
export interface EnvironmentUnits {
  readonly environment: string;
  readonly units: readonly Unit[];
}
