import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { toKebab, toVariable } from '../init/names.ts';
import type { Project } from '../project.ts';
import { CommandError } from '../report-error.ts';
import { isPreferred, isVersion } from '../version-priority.ts';
import { getModule, getRoot, planRegistration } from './add-api.ts';
import { type DeclaredKind, findConversion, findKind, listKinds, listModules } from './find-kind.ts';
import { addImport, toSpecifier } from './imports.ts';
import type { Plan } from './plan.ts';
import { findProperty, resolve, toNodes, type Variable } from './syntax.ts';
import { type NewVersion, renderDeclarations } from './version-declarations.ts';

/**
 * Plans another version of a kind, with its conversion, a test and a sample. The more stable or newer version becomes
 * the hub.
 * If the new version becomes the hub, the API server still stores the existing one, so that a rollback remains
 * possible.
 */
export async function planVersion(project: Project, kind: string, version: string): Promise<Plan> {
  const what = `add the version ${version} of ${kind}`;
  if (!isVersion(version)) throw new CommandError(what, 'use a version such as v1 or v2beta1');
  const root = getRoot(project);
  const kinds = await listKinds(project.folder, root);
  const declared = findKind(kinds, kind);
  rejectPresent(what, kinds, { ...declared, version });
  const isHub = isPreferred(version, declared.version);
  const [hub, other] = isHub ? [version, declared.version] : [declared.version, version];
  const api = declared.variable.name + other.charAt(0).toUpperCase() + other.slice(1);
  const conversion = findConversion(declared);
  const versions = conversion?.name ?? `${toVariable(kind)}Versions`;
  const added: NewVersion = { declared, hub, other, api };
  insertVersion(added, versions, declared.file === getModule(project));
  const edits = await planObjects(project.folder, root, added);
  const files = new Map([await planSample(project.folder, declared, version)]);
  const testFile = path.posix.join(root, `${toKebab(kind)}-versions.test.ts`);
  if (!existsSync(path.join(project.folder, testFile))) files.set(testFile, renderTest(declared, versions, testFile));
  if (conversion !== undefined) return { files, edits };
  const registration = { list: 'conversions', name: versions, file: declared.file };
  return { files, ...(await planRegistration(project, registration, edits)) };
}

function rejectPresent(what: string, kinds: readonly DeclaredKind[], { kind, version, ...hub }: DeclaredKind): void {
  const present = kinds.find((each) => each.kind === kind && each.version === version);
  if (present !== undefined) throw new CommandError(what, `${present.file} already declares this version`);
  if (findProperty(hub.source, hub.declaration, 'otherVersions') === undefined) return;
  const entry = `{ version: '${version}', spec: t.object({ … }) }`;
  throw new CommandError(
    what,
    `${hub.file} declares otherVersions: add ${entry} to that list, or replace the list with a conversion`,
  );
}

/**
 * Adds the other declaration and its conversion to the module of the kind: at its end, unless the operator, which uses
 * them, may be before that.
 */
function insertVersion(added: NewVersion, versions: string, hasOperator: boolean): void {
  const { declared, api, hub, other } = added;
  const { source, variable, version } = declared;
  addImport(source, 'defineConversion', '@kubewright/runtime');
  addImport(source, 'spoke', '@kubewright/runtime');
  const declarations = renderDeclarations(added);
  const statement = `export const ${api} = ${declarations.other};`;
  if (declarations.constants !== '') source.insertBefore(variable.statement, declarations.constants);
  source.replace(declarations.present, declarations.hub);
  const spoke = renderSpoke(api, declarations.shared);
  const options = hub === version ? '' : `{ storageVersion: ${api} }`;
  const conversion = findConversion(declared);
  if (conversion !== undefined) {
    source.insertBefore(conversion.statement, statement);
    extendConversion(added, conversion, { spoke, options });
    return;
  }
  const stored =
    options === ''
      ? `// Change the fields of ${api} and of its new sample, then convert them in toHub and fromHub.`
      : `// The API server stores ${other} as long as \`storageVersion\` names it. Change the fields of ${variable.name} and\n// of its new sample, then convert them in toHub and fromHub.`;
  const list = `[\n  ${spoke},\n]`;
  const call = `defineConversion(${[variable.name, list, options].filter((each) => each !== '').join(', ')})`;
  const lines = `${statement}\n\n${stored}\nexport const ${versions} = ${call};`;
  if (hasOperator) source.insertAfter(variable.statement, lines);
  else source.insert(source.text.trimEnd().length, `\n\n${lines}`);
}

function renderSpoke(api: string, shared: string | undefined): string {
  const [parameter, result] = shared === undefined ? ['{ spec, status }', '{ spec, status }'] : ['', '{ spec: {} }'];
  const lines = [
    ...(shared === undefined ? [] : [`shared: ${shared},`]),
    `toHub: (${parameter}) => (${result}),`,
    `fromHub: (${parameter}) => (${result}),`,
  ];
  return `spoke(${api}, {\n${lines.map((line) => `    ${line}`).join('\n')}\n  })`;
}

/** Adds a spoke to an existing conversion, and `storageVersion` unless the conversion sets it. */
function extendConversion(
  added: NewVersion,
  { name, init }: Variable,
  { spoke, options }: { readonly spoke: string; readonly options: string },
): void {
  const { declared, api } = added;
  const { source } = declared;
  const [, list, given] = toNodes(init['arguments']);
  const spokes = resolve(source, list);
  const values = resolve(source, given);
  const isKnown = given === undefined || values?.type === 'ObjectExpression';
  if (list === undefined || spokes?.type !== 'ArrayExpression' || !isKnown) {
    throw buildUnknownError(added, { name, spoke, options });
  }
  source.append(spokes, toNodes(spokes['elements']), spoke);
  if (options === '') return;
  if (values === undefined) source.insert(list.end, `, ${options}`);
  else if (findProperty(source, values, 'storageVersion') === undefined)
    source.append(values, toNodes(values['properties']), `storageVersion: ${api}`);
}

function buildUnknownError(
  { declared: { file, kind, variable }, api, hub, other }: NewVersion,
  { name, spoke, options }: Readonly<Record<'name' | 'spoke' | 'options', string>>,
): CommandError {
  const stored = options === '' ? '' : `\nand the options ${options}, so that the API server still stores ${other}`;
  const hint =
    `the arguments of ${name} in ${file} are not literals, so change them by hand: declare ${api} with the version ` +
    `${other}, set the version of ${variable.name} to ${hub}, and pass this spoke:\n  ${spoke}${stored}`;
  return new CommandError(`convert between ${hub} and ${other} of ${kind}`, hint);
}

/**
 * Changes `apiVersion` to the hub's version in all modules that write objects of the kind, so that types still match.
 */
async function planObjects(
  folder: string,
  root: string,
  { declared, hub }: NewVersion,
): Promise<ReadonlyMap<string, string>> {
  const { file: own, source, group, kind, version } = declared;
  const before = `${group}/${version}`.replaceAll('.', '\\.');
  const ofKind = new RegExp(`(apiVersion: (['"]))${before}(\\2,\\s*kind: \\2${kind}\\2)`, 'g');
  const edits = new Map<string, string>();
  for (const file of await listModules(folder, root)) {
    const text = file === own ? source.render() : await readFile(path.join(folder, file), 'utf8');
    const edited = text.replaceAll(ofKind, `$1${group}/${hub}$3`);
    if (edited !== text || file === own) edits.set(file, edited);
  }
  return edits;
}

/** Copies the existing sample of the kind, with the new version. */
async function planSample(folder: string, declared: DeclaredKind, version: string): Promise<[string, string]> {
  const { group, kind } = declared;
  const file = `samples/${toKebab(kind)}-${version}.yaml`;
  const present = await findSample(path.join(folder, 'samples'), declared);
  const text =
    present ??
    `apiVersion: ${group}/${declared.version}\nkind: ${kind}\nmetadata:\n  namespace: default\n  name: sample\nspec: {}\n`;
  return [
    file,
    text
      .replace(/^(apiVersion: *\S+\/)\S+/m, `$1${version}`)
      .replace(/^( +name: *)(\S+)/m, (_, start: string, name: string) => `${start}${name}-${version}`),
  ];
}

async function findSample(samples: string, { group, version, kind }: DeclaredKind): Promise<string | undefined> {
  const files = existsSync(samples) ? (await readdir(samples)).filter((file) => /\.ya?ml$/.test(file)).sort() : [];
  const texts = await Promise.all(files.map((file) => readFile(path.join(samples, file), 'utf8')));
  return texts
    .flatMap((text) => text.split(/^---.*\n/m))
    .find(
      (text) => text.includes(`apiVersion: ${group}/${version}\n`) && new RegExp(`^kind: ${kind}$`, 'm').test(text),
    );
}

function renderTest({ source, file, kind }: DeclaredKind, versions: string, testFile: string): string {
  return `import { test } from 'node:test';

import { checkRoundTrips } from '@kubewright/testing';

import { ${versions} } from '${toSpecifier(source, testFile, file)}';

test('converts between the versions of ${kind} without loss', () => checkRoundTrips(${versions}));
`;
}
