import { applyCases } from './apply-cases.ts';
import { builtinApplyCases } from './builtin-apply-cases.ts';
import type { ContractCase } from './contract.ts';
import { deleteCases } from './delete-cases.ts';
import { discoveryCases } from './discovery-cases.ts';
import { freeFormCases } from './free-form-cases.ts';
import { listCases } from './list-cases.ts';
import { pageCases } from './page-cases.ts';
import { patchCases } from './patch-cases.ts';
import { schemaCases } from './schema-cases.ts';
import { statusCases } from './status-cases.ts';
import { subresourceCases } from './subresource-cases.ts';
import { versionCases } from './version-cases.ts';
import { watchCases } from './watch-cases.ts';
import { writeCases } from './write-cases.ts';

export const allCases: Readonly<Record<string, readonly ContractCase[]>> = {
  writes: writeCases,
  patches: patchCases,
  applies: applyCases,
  'applies of built-in kinds': builtinApplyCases,
  'the status': statusCases,
  'other subresources': subresourceCases,
  deletions: deleteCases,
  discovery: discoveryCases,
  lists: listCases,
  pages: pageCases,
  watches: watchCases,
  schemas: schemaCases,
  'free-form fields': freeFormCases,
  versions: versionCases,
};
