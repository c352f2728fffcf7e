/**
 * Generate: files that are generated from an operator's declarations, for any project.
 *
 * - `project`: CRDs, `declaration.json` and the dashboard of an operator, as texts or written to a folder
 * - `crds`, `declaration`: functions for CRDs and for `declaration.json`
 * - `rules/`: checks the types in the CEL rules of a CRD
 * - `dashboard/`: a Grafana dashboard about an operator, from the metrics that it registers
 * - `docs/`: the fields of an API as Markdown, and their place in its docs page
 * - `write-files`: writes generated files to a folder, and deletes those that are no longer generated
 * - `image/`: the image of an operator, which has a door of its own
 *
 * @module
 */
export { renderCrds, getCrdPath } from './crds.ts';
export { buildDashboard } from './dashboard/dashboard.ts';
export type { GrafanaDashboardModel } from './dashboard/grafana.ts';
export { buildDeclaration, type DeclarationInput } from './declaration.ts';
export { renderFields, renderPages, getPagePath, replaceFields } from './docs/pages.ts';
export type {
  DeclaredApi,
  DeclaredController,
  DeclaredPolicy,
  DeclaredSetting,
  DeclaredWebhook,
  OperatorDeclaration,
} from '@kubewright/declaration';
export { renderProject, writeProject, type ProjectOptions } from './project.ts';
export { writeFiles, type WriteResult, formatWritten } from './write-files.ts';
