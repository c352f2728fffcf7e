import type { Registry } from 'prom-client';

import { OperatorError } from '@kubewright/runtime/internal/base';
import type { ControllerDefinition } from '@kubewright/runtime/internal/reconcile';

type Labels = Readonly<Record<string, string>>;

/** The sample of a metric that a controller declares as `name`, with exactly these labels; `undefined` if there is none. */
export async function readMetric(
  registry: Registry,
  { name: controller, metrics }: Pick<ControllerDefinition, 'name' | 'metrics'>,
  { name, labels }: { readonly name: string; readonly labels: Labels },
): Promise<number | undefined> {
  const family = registry.getSingleMetric(metrics[name]?.name ?? '');
  if (family === undefined)
    throw new OperatorError('TEST_FAILED', 'read a metric', { hint: `${controller} declares none as ${name}` });
  const { values } = await family.get();
  return values.find((sample) => isSame(sample.labels, labels))?.value;
}

function isSame(one: Readonly<Partial<Record<string, string | number>>>, other: Labels): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
