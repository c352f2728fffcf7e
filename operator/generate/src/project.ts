import type { OperatorDefinition } from '@kubewright/runtime';
import { runtimeSettings, runtimeSettingsData, toDeclaredSettings } from '@kubewright/runtime/internal/base';
import { checkOperator, mergeSettings, webhookSettings } from '@kubewright/runtime/internal/manager';
import { renderCrds, renderImportableCrds } from './crds.ts';
import { dashboardFile, buildDashboard } from './dashboard/dashboard.ts';
import { type DeclarationInput, buildDeclaration } from './declaration.ts';
import { renderPages } from './docs/pages.ts';
import { type WriteResult, writeFiles } from './write-files.ts';

/**
 * The files that are generated from an operator's declarations, as path → text, relative to its project: CRDs and
 * `declaration.json`.
 *
 * Errors: `DECLARATION_INVALID` if `runOperator` would refuse the operator: its name is not a DNS label, it has no
 * controllers, or two with the same name or API. `SCHEMA_INVALID` for a CEL rule with a type error that the API server would
 * refuse.
 */
export function renderProject(input: DeclarationInput): ReadonlyMap<string, string> {
  checkOperator(input);
  const declaration = `${JSON.stringify(buildDeclaration(input), undefined, 2)}\n`;
  const apis = input.controllers.map(({ api }) => api);
  return new Map([...renderCrds(apis, input.conversions), ['declaration.json', declaration]]);
}

export interface ProjectOptions {
  /** One sentence about the operator, for catalogues. */
  readonly description: string;
  /**
   * The folder, relative to the project, for `crds.yaml`, which `cdk8s import` and other generators of types read: all CRDs
   * of `crds/` in one file, with the `spec` that a new object needs marked as required. May contain generated files only,
   * and nothing in it is to be applied. @default - not written
   */
  readonly importable?: string;
}

/**
 * Writes `crds/`, `declaration.json` and `dashboards/operator.json` of an operator into `folder`: all files that
 * `@kubewright/infra` needs. Does not write a file that already has its text. Deletes the CRDs that are no longer
 * declared, so `crds/` may contain generated files only. If there is a page `docs/<kind>.md` (in kebab-case) about an
 * API, its part between `<!-- fields -->` and `<!-- /fields -->` becomes the list of the API's fields; the part
 * of `docs/README.md` between `<!-- kinds -->` and `<!-- /kinds -->` becomes the list of the APIs.
 *
 * Errors: `DECLARATION_INVALID` and `SCHEMA_INVALID` as for `renderProject`, and if the controllers contradict each
 * other. In both cases no file is written.
 *
 * @returns the written and the deleted files, as paths relative to `folder`
 */
export async function writeProject(
  operator: OperatorDefinition,
  folder: string,
  { description, importable }: ProjectOptions,
): Promise<WriteResult> {
  const ports = {
    metrics: runtimeSettings.metricsPort.default,
    health: runtimeSettings.healthPort.default,
    ...((operator.webhooks ?? operator.conversions) && { webhooks: webhookSettings.webhookPort.default }),
  };
  const settings = [...runtimeSettingsData, ...toDeclaredSettings(mergeSettings(operator))];
  const files = renderProject({ ...operator, description, settings, ports, dashboard: dashboardFile });
  const dashboard = `${JSON.stringify(await buildDashboard(operator), undefined, 2)}\n`;
  const apis = operator.controllers.map(({ api }) => api);
  const { conversions } = operator;
  const imported = importable === undefined ? [] : renderImportableCrds(apis, { folder: importable, conversions });
  const pages = await renderPages(folder, apis);
  const owned = ['crds', ...(importable === undefined ? [] : [importable])];
  return writeFiles(folder, new Map([...files, ...imported, ...pages, [dashboardFile, dashboard]]), owned);
}
