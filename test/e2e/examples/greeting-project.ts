import type { ExampleFolder } from './example-folder.ts';

/** The operator that operator/docs/testing.md tests: a Greeting is Ready once its ConfigMap is applied. */
const operator = `
import { awaitChange, condition, ConfigMap, defineApi, defineController, owns, runOperator, t } from '@kubewright/runtime';

const Greeting = defineApi({
  group: 'example.com',
  version: 'v1',
  kind: 'Greeting',
  spec: t.object({ to: t.string() }),
  status: t.object({ conditions: t.conditions() }),
});

const greeting = defineController(Greeting, {
  owns: { texts: owns(ConfigMap) },
  async reconcile({ metadata: { name }, spec }, { texts, status }) {
    await texts.apply({ metadata: { name }, data: { text: \`Hello, \${spec.to}!\` } });
    status.set({ conditions: [condition('Ready', true, { reason: 'Greeted', message: 'The text is there.' })] });
    return awaitChange;
  },
});

export const operator = { name: 'greetings', version: '1.0.0', controllers: [greeting] };
if (process.argv[1] === import.meta.filename) {
  process.exitCode = await runOperator(operator, { argv: process.argv.slice(2), env: process.env });
}
`;

const generate = `
import { writeProject } from '@kubewright/generate';
import { operator } from './main.js';

await writeProject(operator, import.meta.dirname, { description: 'Says hello.' });
`;

const sample = `
apiVersion: example.com/v1
kind: Greeting
metadata:
  name: first
  namespace: default
spec:
  to: world
`;

/** Writes the project that an example of the page needs: `main.js`, `crds/` and `samples/`. */
export async function writeGreetingProject(folder: ExampleFolder): Promise<void> {
  await folder.write('main.js', operator);
  await folder.write('generate.js', generate);
  await folder.write('samples/first.yaml', sample);
  const { ok, output } = await folder.node('generate.js');
  if (!ok) throw new Error(`failed to generate the project of the example: ${output}`);
}
