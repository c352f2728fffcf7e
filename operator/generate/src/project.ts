import type { OperatorDefinition } from '@kubewright/runtime';
import { runtimeSettings, runtimeSettingsData, settingsData } from '@kubewright/runtime/internal/base';
import { checkOperator, settingsOf } from '@kubewright/runtime/internal/manager';
import { crdFiles } from './crds.ts';
import { dashboardFile, dashboardOf } from './dashboard/index.ts';
import { type DeclarationInput, declarationOf } from './declaration.ts';
import { pageFiles } from './docs/pages.ts';
import { type Written, writeFiles } from './write-files.ts';

/**
 * What is generated from an operator's declarations, as path → text relative to its project: CRDs and `declaration.json`.
 *
 * Errors: `DECLARATION_INVALID` for what `runOperator` would not run, either: a name that is no DNS label, no controllers, or
 * two of one name; `SCHEMA_INVALID` for a CEL rule that the API server would refuse for its types.
 */
export function projectFiles(input: DeclarationInput): ReadonlyMap<string, string> {
  checkOperator(input);
  const declaration = `${JSON.stringify(declarationOf(input), undefined, 2)}\n`;
  return new Map([...crdFiles(input.controllers.map(({ api }) => api)), ['declaration.json', declaration]]);
}

export interface ProjectOptions {
  /** One sentence about the operator, for catalogues. */
  readonly description: string;
}

/**
 * Writes `crds/`, `declaration.json` and `dashboards/operator.json` of an operator into `folder`: all that
 * `@kubewright/infra` needs of it. A file
 * that has its text already is not touched; a CRD that is no longer declared is deleted, so `crds/` is for generated
 * files alone. Where there is a page `docs/<kind>.md` (in kebab-case) about an API, the part of it between
 * `<!-- fields -->` and `<!-- /fields -->` becomes the list of its fields.
 *
 * Errors: `DECLARATION_INVALID` and `SCHEMA_INVALID` as `projectFiles`, and where controllers do not go together; then
 * nothing is written.
 *
 * @returns what was written and deleted, as paths relative to `folder`
 */
export async function writeProject(
  operator: OperatorDefinition,
  folder: string,
  { description }: ProjectOptions,
): Promise<Written> {
  const ports = { metrics: runtimeSettings.metricsPort.default, health: runtimeSettings.healthPort.default };
  const settings = [...runtimeSettingsData, ...settingsData(settingsOf(operator))];
  const files = projectFiles({ ...operator, description, settings, ports, dashboard: dashboardFile });
  const dashboard = `${JSON.stringify(await dashboardOf(operator), undefined, 2)}\n`;
  const pages = await pageFiles(
    folder,
    operator.controllers.map(({ api }) => api),
  );
  return writeFiles(folder, new Map([...files, ...pages, [dashboardFile, dashboard]]), ['crds']);
}
