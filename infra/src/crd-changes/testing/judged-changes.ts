import type { JudgedChange } from './judged-change.ts';
import { ofDefinitions } from './of-definitions.ts';
import { ofFields } from './of-fields.ts';
import { ofReaders } from './of-readers.ts';
import { ofRules } from './of-rules.ts';
import { ofValues } from './of-values.ts';
import { ofVersions } from './of-versions.ts';

/** Every judged change. A test takes each to a real API server. */
export const judgedChanges: readonly JudgedChange[] = [
  ...ofDefinitions,
  ...ofVersions,
  ...ofFields,
  ...ofValues,
  ...ofRules,
  ...ofReaders,
];
