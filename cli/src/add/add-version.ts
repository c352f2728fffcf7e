import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { toKebab, toVariable } from '../init/names.ts';
import type { Project } from '../project.ts';
import { CommandError } from '../report-error.ts';
import { getRoot, planRegistration } from './add-api.ts';
import { type DeclaredKind, findConversion, findKind, listKinds } from './find-kind.ts';
import { addImport, toSpecifier } from './imports.ts';
import type { Plan } from './plan.ts';
import { findProperty, getName, resolve, toNodes } from './syntax.ts';

const versionPattern = /^v\d+((alpha|beta)\d+)?$/;

interface NewVersion {
  readonly hub: DeclaredKind;
  readonly version: string;
  /** The variable of the new version: `CafeV2`. */
  readonly api: string;
  /** That of the conversion: `cafeVersions`. */
  readonly versions: string;
}

/** Another version of a kind with its conversion, a test and a sample. */
export async function planVersion(project: Project, kind: string, version: string): Promise<Plan> {
  const what = `add the version ${version} of ${kind}`;
  if (!versionPattern.test(version)) throw new CommandError(what, 'a version is v1, v2beta1 or the like');
  const root = getRoot(project);
  const kinds = await listKinds(project.folder, root);
  const hub = findKind(kinds, kind);
  rejectPresent(what, kinds, { ...hub, version });
  const conversion = findConversion(hub);
  const api = hub.variable.name + version.charAt(0).toUpperCase() + version.slice(1);
  const versions = conversion?.name ?? `${toVariable(kind)}Versions`;
  const added: NewVersion = { hub, version, api, versions };
  insertVersion(added);
  const edits = new Map([[hub.file, hub.source.render()]]);
  const files = new Map([await planSample(project.folder, added)]);
  const testFile = path.posix.join(root, `${toKebab(kind)}-versions.test.ts`);
  if (!existsSync(path.join(project.folder, testFile))) files.set(testFile, renderTest(added, testFile));
  if (conversion !== undefined) return { files, edits };
  const registered = await planRegistration(project, { list: 'conversions', name: versions, file: hub.file });
  return { files, ...registered, edits: new Map([...edits, ...registered.edits]) };
}

function rejectPresent(what: string, kinds: readonly DeclaredKind[], { kind, version, ...hub }: DeclaredKind): void {
  const present = kinds.find((each) => each.kind === kind && each.version === version);
  if (present !== undefined) throw new CommandError(what, `${present.file} declares it`);
  if (findProperty(hub.source, hub.declaration, 'otherVersions') === undefined) return;
  const entry = `{ version: '${version}', spec: t.object({ … }) }`;
  throw new CommandError(what, `${hub.file} has otherVersions: add ${entry} there, or turn them into a conversion`);
}

/** Adds the declaration, a copy of the hub's, and its conversion to the module of the hub. */
function insertVersion(added: NewVersion): void {
  const { hub, api, versions } = added;
  const { source, variable } = hub;
  const declaration = `export const ${api} = ${renderDeclaration(added)};`;
  const conversion = findConversion(hub);
  const spoke = `spoke(${api}, {\n    toHub: ({ spec, status }) => ({ spec, status }),\n    fromHub: ({ spec, status }) => ({ spec, status }),\n  })`;
  const spokes = conversion && resolve(source, toNodes(conversion.init['arguments'])[1]);
  if (conversion === undefined) {
    const comment = `// The API server stores ${hub.version}. Change the fields of ${api}, and then these functions.`;
    const call = `export const ${versions} = defineConversion(${variable.name}, [\n  ${spoke},\n]);`;
    source.insert(source.text.trimEnd().length, `\n\n${declaration}\n\n${comment}\n${call}`);
    addImport(source, 'defineConversion', '@kubewright/runtime');
  } else if (spokes?.type === 'ArrayExpression') {
    source.insert(conversion.statement.start, `${declaration}\n\n`);
    source.append(spokes, toNodes(spokes['elements']), spoke);
  } else {
    const hint = `the spokes of ${versions} in ${hub.file} are not a list: add by hand ${api} and\n  ${spoke}`;
    throw new CommandError(`add the version ${added.version} of ${hub.kind}`, hint);
  }
  addImport(source, 'spoke', '@kubewright/runtime');
}

/** The call of `defineApi` with the other version. */
function renderDeclaration({ hub: { source, variable, declaration }, version }: NewVersion): string {
  const call = variable.init;
  const field = `version: '${version}'`;
  const [argument = declaration] = toNodes(call['arguments']);
  if (declaration.start < call.start || declaration.end > call.end)
    return `defineApi({ ...${source.slice(argument)}, ${field} })`;
  const properties = toNodes(declaration['properties']);
  const own = properties.find((each) => each.type === 'Property' && getName(each['key']) === 'version');
  // After a spread that has the version, the field wins.
  const after = properties.at(-1)?.end ?? declaration.end - 1;
  const [start, end, text] = own === undefined ? [after, after, `, ${field}`] : [own.start, own.end, field];
  return source.text.slice(call.start, start) + text + source.text.slice(end, call.end);
}

/** The sample of the hub in the new version. */
async function planSample(folder: string, { hub, version }: NewVersion): Promise<[string, string]> {
  const { group, kind } = hub;
  const file = `samples/${toKebab(kind)}-${version}.yaml`;
  const present = await findSample(path.join(folder, 'samples'), hub);
  const text =
    present ??
    `apiVersion: ${group}/${hub.version}\nkind: ${kind}\nmetadata:\n  namespace: default\n  name: sample\nspec: {}\n`;
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

function renderTest({ hub, versions }: NewVersion, testFile: string): string {
  return `import { test } from 'node:test';

import { checkRoundTrips } from '@kubewright/testing';

import { ${versions} } from '${toSpecifier(hub.source, testFile, hub.file)}';

test('converts between the versions of ${hub.kind} without loss', () => checkRoundTrips(${versions}));
`;
}
