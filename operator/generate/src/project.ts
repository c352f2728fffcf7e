import type { OperatorDefinition } from '@kubewright/runtime';
import { runtimeSettings, runtimeSettingsData, toDeclaredSettings } from '@kubewright/runtime/internal/base';
import { checkOperator, listApis, mergeSettings, webhookSettings } from '@kubewright/runtime/internal/manager';
import { renderCrds, renderImportableCrds } from './crds.ts';
import { dashboardFile, buildDashboard } from './dashboard/dashboard.ts';
import { type DeclarationInput, buildDeclaration } from './declaration.ts';
import { renderPages } from './docs/pages.ts';
import { type WriteResult, writeFiles } from './write-files.ts';

/**
 * Renders the generated files of an operator, CRDs and `declaration.json`, as project-relative path → text.
 *
 * Errors: `DECLARATION_INVALID` if `runOperator` would reject the operator: its name is not a DNS label, it has no
 * controllers, or two with the same name or API. `SCHEMA_INVALID` for a CEL rule with a type error that the API server
 * would reject.
 */
export function renderProject(input: DeclarationInput): ReadonlyMap<string, string> {
  checkOperator(input);
  const declaration = `${JSON.stringify(buildDeclaration(input), undefined, 2)}\n`;
  return new Map([...renderCrds(listApis(input), input.conversions), ['declaration.json', declaration]]);
}

export interface ProjectOptions {
  /** One sentence about the operator, for catalogues. */
  readonly description: string;
  /**
   * The project-relative folder for `crds.yaml`, the input of `cdk8s import` and other type generators: all CRDs of
   * `crds/` in one file, with the `spec` of new objects marked as required. The folder may contain generated files
   * only; do not apply `crds.yaml`.
   * @default - not written
   */
  readonly importable?: string;
}

/**
 * Writes an operator's `crds/`, `declaration.json` and `dashboards/operator.json` to `folder`: all files that
 * `@kubewright/infra` needs. Leaves up-to-date files untouched and deletes CRDs that are no longer declared, so `crds/`
 * may contain generated files only. In an API's page `docs/<kind>.md` (kebab-case), the part between `<!-- fields -->`
 * and `<!-- /fields -->` becomes the list of its fields; in `docs/README.md`, the part between `<!-- kinds -->` and
 * `<!-- /kinds -->` becomes the list of APIs.
 *
 * Errors: `DECLARATION_INVALID` and `SCHEMA_INVALID` as for `renderProject`; `DECLARATION_INVALID` also if controllers
 * declare contradicting settings. After an error no file is written.
 *
 * @returns the written and deleted files, as paths relative to `folder`
 */
export async function writeProject(
  operator: OperatorDefinition,
  folder: string,
  options: ProjectOptions,
): Promise<WriteResult> {
  const { files, owned } = await renderProjectFiles(operator, folder, options);
  return writeFiles(folder, files, owned);
}

/** The files that `writeProject` writes. */
export interface ProjectFiles {
  /** The text of each file, by its path relative to the project. */
  readonly files: ReadonlyMap<string, string>;
  /** Folders that contain generated files only. */
  readonly owned: readonly string[];
}

/**
 * The files that `writeProject` writes, without writing them. Errors: as `writeProject`.
 *
 * @param folder the project's: its pages are read, because their lists of fields are generated
 */
export async function renderProjectFiles(
  operator: OperatorDefinition,
  folder: string,
  { description, importable }: ProjectOptions,
): Promise<ProjectFiles> {
  const ports = {
    metrics: runtimeSettings.metricsPort.default,
    health: runtimeSettings.healthPort.default,
    ...((operator.webhooks ?? operator.conversions) && { webhooks: webhookSettings.webhookPort.default }),
  };
  const settings = [...runtimeSettingsData, ...toDeclaredSettings(mergeSettings(operator))];
  const files = renderProject({ ...operator, description, settings, ports, dashboard: dashboardFile });
  const dashboard = `${JSON.stringify(await buildDashboard(operator), undefined, 2)}\n`;
  const apis = listApis(operator);
  const { conversions } = operator;
  const imported = importable === undefined ? [] : renderImportableCrds(apis, { folder: importable, conversions });
  const pages = await renderPages(folder, apis);
  return {
    files: new Map([...files, ...imported, ...pages, [dashboardFile, dashboard]]),
    owned: ['crds', ...(importable === undefined ? [] : [importable])],
  };
}
