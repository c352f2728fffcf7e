import { Pod } from '../../operator/runtime/src/kinds/index.ts';
import type { Stage } from './stage.ts';

/** What the newest Pod of a selection has printed. */
export async function printedBy({ client, cluster }: Stage, labelSelector: string): Promise<string> {
  const { items } = await client.resource(Pod).list({ namespace: 'default', labelSelector });
  const [newest] = items.toSorted((a, b) => b.metadata.creationTimestamp.localeCompare(a.metadata.creationTimestamp));
  const container = newest?.spec.containers[0]?.name;
  if (newest === undefined || container === undefined) throw new Error(`there is no Pod with ${labelSelector}`);
  return (await cluster.node.log('default', newest.metadata.name, container)).trimEnd();
}
