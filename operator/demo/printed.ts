import { Pod } from '../runtime/src/kinds/index.ts';
import type { StepContext } from './step.ts';

/** The log of the newest Pod that has these labels. */
export async function printedBy({ client, cluster }: StepContext, labelSelector: string): Promise<string> {
  const { items } = await client.resource(Pod).list({ namespace: 'default', labelSelector });
  const [newest] = items.toSorted((a, b) => b.metadata.creationTimestamp.localeCompare(a.metadata.creationTimestamp));
  const container = newest?.spec.containers[0]?.name;
  if (newest === undefined || container === undefined) throw new Error(`there is no Pod with ${labelSelector}`);
  return (await cluster.node.log('default', newest.metadata.name, container)).trimEnd();
}
