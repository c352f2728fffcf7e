import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { useTemporaryFolder } from '../../../operator/control-plane/fixtures/temporary-folder.ts';
import type { Project } from '../project.ts';
import { planApi } from './add-api.ts';
import { planVersion } from './add-version.ts';
import { planWebhook } from './add-webhook.ts';
import { writePlan } from './plan.ts';

const operator = `import type { OperatorDefinition } from '@kubewright/runtime';

import { cafe } from './cafe.ts';

export const operator: OperatorDefinition = { name: 'cafes', version: '0.1.0', controllers: [cafe] };
`;
const cafe = `import { defineApi, t } from '@kubewright/runtime';

const shared = { group: 'shops.example.com', kind: 'Cafe' } as const;

export const Cafe = defineApi({
  ...shared,
  version: 'v1', // the first
  spec: t.object({ seats: t.integer() }),
});
`;

let project: Project;

useTemporaryFolder((folder) => {
  project = { folder, module: 'src/operator.ts', description: '', packageJson: { name: '@shops/cafes' } };
});

beforeEach(async () => {
  await put('src/operator.ts', operator);
  await put('src/cafe.ts', cafe);
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
});
afterEach(() => void vi.restoreAllMocks());

async function put(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(project.folder, file)), { recursive: true });
  await writeFile(path.join(project.folder, file), text);
}
const read = (file: string): Promise<string> => readFile(path.join(project.folder, file), 'utf8');

describe('kubewright add api', () => {
  it('writes the plural of a kind that is plural already', async () => {
    const { files } = await planApi(project, 'SiteSettings', { controller: false });
    expect(files.get('src/site-settings.ts')).toContain("  kind: 'SiteSettings',\n  plural: 'sitesettings',\n");
    const { files: others } = await planApi(project, 'HostClass');
    expect(others.get('src/host-class.ts')).not.toContain('plural');
  });

  it('writes a kind without a controller whose objects have no namespace', async () => {
    const { files } = await planApi(project, 'HostPolicy', { controller: false, clusterScoped: true });
    expect(files.get('src/host-policy.ts')).toContain("  kind: 'HostPolicy',\n  scope: 'Cluster',\n");
    for (const text of files.values()) expect(text).not.toContain('namespace');
    await expect(planApi(project, 'HostPolicy', { clusterScoped: true })).rejects.toThrow('pass --no-controller');
  });

  it('writes a kind in the group of the first one, and registers it', async () => {
    const { files, edits, byHand } = await planApi(project, 'TeaHouse');
    expect([...files.keys()]).toEqual(['samples/tea-house.yaml', 'src/tea-house.test.ts', 'src/tea-house.ts']);
    expect(files.get('src/tea-house.ts')).toContain(
      "group: 'shops.example.com',\n  version: 'v1',\n  kind: 'TeaHouse',",
    );
    expect(files.get('samples/tea-house.yaml')).toContain('  name: tea-house-sample\n');
    expect(edits.get('src/operator.ts')).toContain('controllers: [cafe, teaHouse] };');
    expect(byHand).toBeUndefined();
  });

  it('names the controller of a kind whose name is a keyword', async () => {
    const { files, edits } = await planApi(project, 'Package', {});
    expect(files.get('src/package.ts')).toContain('export const packageReconciler = defineController(Package,');
    expect(files.get('src/package.test.ts')).toContain("import { Package, packageReconciler } from './package.ts';");
    expect(edits.get('src/operator.ts')).toContain('controllers: [cafe, packageReconciler] };');
  });

  it('writes a kind without a controller, and registers it as an API', async () => {
    const { files, edits } = await planApi(project, 'TeaPolicy', { controller: false });
    expect([...files.keys()]).toEqual(['samples/tea-policy.yaml', 'src/tea-policy.test.ts', 'src/tea-policy.ts']);
    expect(files.get('src/tea-policy.ts')).not.toContain('defineController');
    expect(files.get('src/tea-policy.ts')).toContain(
      "    // An example: replace it with your fields.\n    allowed: t.array(t.string(), { listType: 'set', default: [], ",
    );
    expect(files.get('src/tea-policy.test.ts')).toContain(
      "test('has defaults', async () => {\n  const { client } = createInMemoryApiServer({ kinds: [TeaPolicy] });\n",
    );
    expect(files.get('samples/tea-policy.yaml')).toContain('spec:\n  allowed: [example]\n');
    expect(edits.get('src/operator.ts')).toContain("import { TeaPolicy } from './tea-policy.ts';");
    expect(edits.get('src/operator.ts')).toContain('apis: [TeaPolicy]');
  });

  it.each([
    ['Cafe', {}, 'src/cafe.ts already declares this kind; to add a version, run `kubewright add version Cafe v2`'],
    ['Main', {}, 'its module would be src/main.ts, which is the module of the operator: choose another kind'],
    ['tea', {}, 'use a name in PascalCase'],
    ['Tea', { group: 'tea' }, 'use a domain of yours'],
  ])('rejects %s of %s', async (kind, flags, message) => {
    if (kind === 'Main') project = { ...project, module: './src/main.ts' };
    await expect(planApi(project, kind, flags)).rejects.toThrow(message);
  });
});

describe('kubewright add version', () => {
  it('makes a newer version the hub, which shares its fields with the present one', async () => {
    await put(
      'samples/cafe.yaml',
      'apiVersion: shops.example.com/v1\nkind: Cafe\nmetadata:\n  name: blue\nspec:\n  seats: 2\n',
    );
    await put('src/cafe.test.ts', "create({ apiVersion: 'shops.example.com/v1', kind: 'Cafe', metadata });\n");
    await put('src/tea.test.ts', "create({ apiVersion: 'shops.example.com/v1', kind: 'Tea', metadata });\n");
    const { files, edits } = await planVersion(project, 'Cafe', 'v2');
    expect([...edits.keys()]).toEqual(['src/cafe.test.ts', 'src/cafe.ts', 'src/operator.ts']);
    expect(edits.get('src/cafe.ts')).toBe(`import { defineApi, defineConversion, spoke, t } from '@kubewright/runtime';

const shared = { group: 'shops.example.com', kind: 'Cafe' } as const;

/** The fields that all versions have. */
const cafeShared = {
  spec: { seats: t.integer() },
};

export const Cafe = defineApi({
  ...shared,
  version: 'v2',
  spec: t.object({ ...cafeShared.spec }),
});

export const CafeV1 = defineApi({
  ...shared,
  version: 'v1', // the first
  deprecated: true,
  spec: t.object({ ...cafeShared.spec }),
});

// The API server stores v1 as long as \`storageVersion\` names it. Change the fields of Cafe and
// of its new sample, then convert them in toHub and fromHub.
export const cafeVersions = defineConversion(Cafe, [
  spoke(CafeV1, {
    shared: cafeShared,
    toHub: () => ({ spec: {} }),
    fromHub: () => ({ spec: {} }),
  }),
], { storageVersion: CafeV1 });
`);
    expect(edits.get('src/cafe.test.ts')).toContain("{ apiVersion: 'shops.example.com/v2', kind: 'Cafe', metadata }");
    expect(edits.get('src/operator.ts')).toContain("import { cafe, cafeVersions } from './cafe.ts';");
    expect(edits.get('src/operator.ts')).toContain('conversions: [cafeVersions]');
    expect(files.get('samples/cafe-v2.yaml')).toBe(
      'apiVersion: shops.example.com/v2\nkind: Cafe\nmetadata:\n  name: blue-v2\nspec:\n  seats: 2\n',
    );
    expect(files.get('src/cafe-versions.test.ts')).toContain('checkRoundTrips(cafeVersions)');
  });

  it('shares names, columns and descriptions, with their comments', async () => {
    await put(
      'src/cafe.ts',
      `import { column, defineApi, t } from '@kubewright/runtime';

/** A place. */
export const Cafe = defineApi({
  // ours
  group: 'shops.example.com',
  version: 'v1',
  kind: 'Cafe', // singular
  spec: t.object(
    {
      seats: t.integer(),
    },
    { rules: [] },
  ),
  status: t.object({ guests: t.integer() }),
  columns: [column('Guests', '.status.guests')],
});
`,
    );
    const { edits } = await planVersion(project, 'Cafe', 'v2');
    expect(edits.get('src/cafe.ts')).toContain(`
/** The fields that all versions have. */
const cafeShared = {
  spec: {
      seats: t.integer(),
    },
  status: { guests: t.integer() },
};

const cafeApi = {
  // ours
  group: 'shops.example.com',
  kind: 'Cafe', // singular
  columns: [column('Guests', '.status.guests')],
} as const;

/** A place. */
export const Cafe = defineApi({
  ...cafeApi,
  version: 'v2',
  spec: t.object(
    { ...cafeShared.spec },
    { rules: [] },
  ),
  status: t.object({ ...cafeShared.status }),
});
`);
  });

  it('adds an older or less stable version beside the hub', async () => {
    const text = (await planVersion(project, 'Cafe', 'v2beta1')).edits.get('src/cafe.ts') ?? '';
    expect(text).toContain("export const Cafe = defineApi({\n  ...shared,\n  version: 'v1', // the first\n");
    expect(text).toContain("export const CafeV2beta1 = defineApi({\n  ...shared,\n  version: 'v2beta1',\n  spec");
    expect(text).toMatch(/spoke\(CafeV2beta1, \{[^]*\}\),\n\]\);\n$/);
  });

  it('adds a third version to the conversion', async () => {
    await writePlan(project.folder, 'Cafe v2', await planVersion(project, 'Cafe', 'v2'));
    const { files, edits } = await planVersion(project, 'Cafe', 'v3');
    expect([...files.keys()]).toEqual(['samples/cafe-v3.yaml']);
    expect([...edits.keys()]).toEqual(['src/cafe.ts']);
    const text = edits.get('src/cafe.ts') ?? '';
    expect(text).toContain("export const Cafe = defineApi({\n  ...shared,\n  version: 'v3',");
    expect(text.indexOf('export const CafeV2 =')).toBeLessThan(text.indexOf('// The API server stores v1'));
    expect(text).toContain('  spoke(CafeV2, {\n');
    expect(text.match(/spoke\(/g)).toHaveLength(2);
    expect(text).toContain('{ storageVersion: CafeV1 }');
  });

  it('states the stored version of a conversion that stores its hub', async () => {
    await writePlan(project.folder, 'Cafe v2', await planVersion(project, 'Cafe', 'v2'));
    await put('src/cafe.ts', (await read('src/cafe.ts')).replace(', { storageVersion: CafeV1 }', ''));
    const { edits } = await planVersion(project, 'Cafe', 'v3');
    expect(edits.get('src/cafe.ts')).toMatch(/\n\], \{ storageVersion: CafeV2 \}\);\n$/);
  });

  it('says what to write by hand if the spokes are computed', async () => {
    await writePlan(project.folder, 'Cafe v2', await planVersion(project, 'Cafe', 'v2'));
    const text = await read('src/cafe.ts');
    await put('src/cafe.ts', text.replace('defineConversion(Cafe, [', 'defineConversion(Cafe, () => ['));
    await expect(planVersion(project, 'Cafe', 'v3')).rejects.toThrow(
      /the arguments of cafeVersions in src\/cafe\.ts are not literals[^]*CafeV2 with the version v2, set the version of Cafe to v3[^]*spoke\(CafeV2[^]*and the options \{ storageVersion: CafeV2 \}/,
    );
    expect(await read('src/cafe.ts')).not.toContain('v3');
  });

  it('copies a declaration whose fields are not in it', async () => {
    await put('src/cafe.ts', cafe.replace('spec: t.object({ seats: t.integer() })', 'spec: buildSpec()'));
    const text = (await planVersion(project, 'Cafe', 'v2')).edits.get('src/cafe.ts') ?? '';
    expect(text.match(/ {2}spec: buildSpec\(\),\n/g)).toHaveLength(2);
    expect(text).toContain('    toHub: ({ spec, status }) => ({ spec, status }),\n');
  });

  it('overrides a version that is not in the call', async () => {
    const spread = cafe
      .replace("kind: 'Cafe'", "kind: 'Cafe', version: 'v1'")
      .replace("  version: 'v1', // the first\n", '');
    await put('src/cafe.ts', spread);
    expect((await planVersion(project, 'Cafe', 'v2')).edits.get('src/cafe.ts')).toContain(
      "export const Cafe = defineApi({\n  ...shared,\n  spec: t.object({ ...cafeShared.spec }),\n  version: 'v2',\n});",
    );
    await put(
      'src/cafe.ts',
      spread.replace('defineApi({\n  ...shared', 'defineApi(declared);\nconst declared = ({\n  ...shared'),
    );
    const text = (await planVersion(project, 'Cafe', 'v2')).edits.get('src/cafe.ts') ?? '';
    expect(text).toContain("export const Cafe = defineApi({ ...declared, version: 'v2' });");
    expect(text).toContain("export const CafeV1 = defineApi({ ...declared, version: 'v1' });");
  });

  it.each([
    [
      'Tea',
      'v2',
      'failed to find the kind Tea: no module calls defineApi with this kind and string literals for group, version and kind; kinds of the project: Cafe',
    ],
    ['Cafe', 'v1', 'src/cafe.ts already declares this version'],
    ['Cafe', '2', 'use a version such as v1 or v2beta1'],
  ])('rejects %s %s', async (kind, version, message) => {
    await expect(planVersion(project, kind, version)).rejects.toThrow(message);
  });

  it('leaves otherVersions to the author', async () => {
    await put('src/cafe.ts', cafe.replace('...shared,', '...shared,\n  otherVersions: [],'));
    await expect(planVersion(project, 'Cafe', 'v2')).rejects.toThrow(
      "add { version: 'v2', spec: t.object({ … }) } to that list",
    );
  });
});

describe('kubewright add webhook', () => {
  it('writes a webhook and its test, and registers it', async () => {
    const { files, edits } = await planWebhook(project, 'Cafe');
    expect([...files.keys()]).toEqual(['src/cafe-webhook.ts', 'src/cafe-webhook.test.ts']);
    expect(files.get('src/cafe-webhook.ts')).toContain("import { Cafe } from './cafe.ts';");
    expect(edits.get('src/operator.ts')).toContain('webhooks: [cafeWebhook]');
  });
});

describe('a kind that the module of the operator declares', () => {
  const module = `import { awaitChange, defineApi, defineController, t, type OperatorDefinition } from '@kubewright/runtime';

export const Cafe = defineApi({
  group: 'shops.example.com',
  version: 'v1',
  kind: 'Cafe',
  spec: t.object({ seats: t.integer() }),
});

const cafe = defineController(Cafe, { reconcile: async () => awaitChange });

/** All of it. */
export const operator: OperatorDefinition = { name: 'cafes', version: '0.1.0', controllers: [cafe] };
`;

  beforeEach(async () => {
    await rm(path.join(project.folder, 'src/cafe.ts'));
    await put('src/operator.ts', module);
  });

  it.each(['src/operator.ts', './src/operator.ts'])('gets a version in %s, with its conversion', async (file) => {
    project = { ...project, module: file };
    const { files, edits, byHand } = await planVersion(project, 'Cafe', 'v2');
    expect([...edits.keys()]).toEqual(['src/operator.ts']);
    const text = edits.get('src/operator.ts') ?? '';
    expect(text).toContain("export const Cafe = defineApi({\n  ...cafeApi,\n  version: 'v2',");
    // A module runs from its start to its end.
    const parts = ['export const CafeV1 =', 'export const cafeVersions =', '/** All of it. */\nexport const operator'];
    expect(parts.map((each) => text.indexOf(each))).toEqual(
      parts.map((each) => text.indexOf(each)).toSorted((one, other) => one - other),
    );
    expect(parts.filter((each) => !text.includes(each))).toEqual([]);
    expect(text).toContain('conversions: [cafeVersions]');
    expect(text).not.toContain("from './operator.ts'");
    expect(files.get('src/cafe-versions.test.ts')).toContain("import { cafeVersions } from './operator.ts';");
    expect(byHand).toBeUndefined();
  });

  it('gets a webhook in it, because a module that imports the operator cannot come before it', async () => {
    const { files, edits } = await planWebhook(project, 'Cafe');
    expect([...files.keys()]).toEqual(['src/cafe-webhook.test.ts']);
    expect(files.get('src/cafe-webhook.test.ts')).toContain("import { cafeWebhook } from './operator.ts';");
    const text = edits.get('src/operator.ts') ?? '';
    expect(text).toContain("defineWebhook, invalid, t, type OperatorDefinition } from '@kubewright/runtime';");
    expect(text).toMatch(
      /export const cafeWebhook = defineWebhook\(Cafe, \{[^]*\n\}\);\n\nconst cafe = [^]*export const operator/,
    );
    expect(text).toContain('webhooks: [cafeWebhook]');
    expect(text).not.toContain("from './");
  });

  it('gets a second webhook no sooner than the first one is gone', async () => {
    await writePlan(project.folder, 'the webhook of Cafe', await planWebhook(project, 'Cafe'));
    await expect(planWebhook(project, 'Cafe')).rejects.toThrow(
      'failed to add the webhook of Cafe: src/operator.ts declares cafeWebhook',
    );
  });

  it('names the list for an operator whose form it cannot edit', async () => {
    await put('src/operator.ts', module.replace('= { name', '= build({ name').replace('] };', '] });'));
    const { edits, byHand } = await planWebhook(project, 'Cafe');
    expect(edits.get('src/operator.ts')).toMatch(/export const cafeWebhook = [^]*export const operator/);
    expect(byHand?.get('src/operator.ts')).toBe(
      'webhooks: [cafeWebhook], // in the operator, in addition to the existing entries',
    );
  });
});

describe('an operator whose module writes objects of a kind', () => {
  it('writes them in the new version, and registers the conversion', async () => {
    await put('src/operator.ts', `${operator}\nconst first = { apiVersion: 'shops.example.com/v1', kind: 'Cafe' };\n`);
    const text = (await planVersion(project, 'Cafe', 'v2')).edits.get('src/operator.ts');
    expect(text).toContain("const first = { apiVersion: 'shops.example.com/v2', kind: 'Cafe' };");
    expect(text).toContain('conversions: [cafeVersions]');
  });
});

describe('the files', () => {
  it('are not overwritten unasked', async () => {
    await put('src/cafe-webhook.ts', '// mine\n');
    const plan = await planWebhook(project, 'Cafe');
    await expect(writePlan(project.folder, 'the webhook of Cafe', plan)).rejects.toThrow(
      'failed to add the webhook of Cafe: src/cafe-webhook.ts already exists: delete it, or pass --yes to overwrite it',
    );
    expect(await read('src/cafe-webhook.ts')).toBe('// mine\n');
    expect(await read('src/operator.ts')).toBe(operator);
    await writePlan(project.folder, 'the webhook of Cafe', { ...plan, yes: true });
    expect(await read('src/cafe-webhook.ts')).toContain('defineWebhook');
  });

  it('are written, and the lines printed that the author has to add', async () => {
    await put('src/operator.ts', 'export const operator = build();\n');
    const plan = await planApi(project, 'Tea');
    await expect(writePlan(project.folder, 'Tea', plan)).rejects.toThrow(
      "failed to complete Tea: add these lines by hand, because the command does not support the syntax of the file\nsrc/operator.ts:\n  import { tea } from './tea.ts';\n  controllers: [tea],",
    );
    expect(await read('src/tea.ts')).toContain("kind: 'Tea'");
    expect(await read('src/operator.ts')).toBe('export const operator = build();\n');
  });
});
