/**
 * Generate: generates files from an operator's declarations, for any project.
 *
 * - `project`: an operator's CRDs, `declaration.json` and dashboard, as texts or written to a folder
 * - `crds`, `declaration`: functions for CRDs and for `declaration.json`
 * - `rules/`: checks the types in a CRD's CEL rules
 * - `dashboard/`: a Grafana dashboard for an operator's registered metrics
 * - `docs/`: an API's fields as Markdown, and their place in its docs page
 * - `foreign-kinds/`: a typed module of a kind of others, from its CRD
 * - `write-files`: writes generated files to a folder, and deletes outdated ones
 * - `image/`: the image of an operator, a separate entry point
 *
 * @module
 */
export { renderCrds, getCrdPath } from './crds.ts';
export { buildDashboard } from './dashboard/dashboard.ts';
export type { GrafanaDashboardModel } from './dashboard/grafana.ts';
export { buildDeclaration, type DeclarationInput } from './declaration.ts';
export { renderFields, renderPages, getPagePath, replaceFields } from './docs/pages.ts';
export { renderForeignKind, type ForeignCrd, type ForeignKindOptions } from './foreign-kinds/render-foreign-kind.ts';
export type {
  DeclaredApi,
  DeclaredController,
  DeclaredPolicy,
  DeclaredSetting,
  DeclaredWebhook,
  OperatorDeclaration,
} from '@kubewright/declaration';
export { renderProject, renderProjectFiles, writeProject, type ProjectFiles, type ProjectOptions } from './project.ts';
export { compareFiles, writeFiles, type WriteResult, formatWritten } from './write-files.ts';
