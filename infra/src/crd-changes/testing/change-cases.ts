import type { ChangeCase } from './change-case.ts';
import { ofDefinitions } from './crd-cases.ts';
import { ofFields } from './field-cases.ts';
import { ofReaders } from './reader-cases.ts';
import { ofRules } from './rule-cases.ts';
import { ofValues } from './value-cases.ts';
import { ofVersions } from './version-cases.ts';

/**
 * The cases of all rules: judged changes, each with an object that the released CRD accepts. A test checks every verdict on
 * a real API server.
 */
export const changeCases: readonly ChangeCase[] = [
  ...ofDefinitions,
  ...ofVersions,
  ...ofFields,
  ...ofValues,
  ...ofRules,
  ...ofReaders,
];
