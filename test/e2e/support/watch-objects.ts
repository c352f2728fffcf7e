import type { Kind, KubeObject } from '../../../operator/runtime/src/base/index.ts';
import type { Selection } from '../../../operator/runtime/src/client/index.ts';
import type { Scope } from '../../support/scope.ts';

/** An event of a watch. */
export interface Change<T extends KubeObject> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: T;
}

/** The events of the objects of a kind since the watch began. */
export interface ObjectWatch<T extends KubeObject> extends AsyncDisposable {
  readonly changes: readonly Change<T>[];
}

/** Watches the objects of a kind, by default in the scope's namespace, until it is disposed. */
export async function watchObjects<T extends KubeObject>(
  { client, namespace }: Scope,
  kind: Kind<T>,
  selection: Selection = {},
): Promise<ObjectWatch<T>> {
  const resource = client.resource(kind);
  const selected = { namespace, ...selection };
  const { resourceVersion } = await resource.list(selected);
  const over = new AbortController();
  const stream = await resource.watch({ ...selected, resourceVersion, signal: over.signal });
  const changes: Change<T>[] = [];
  const reading = (async () => {
    for await (const event of stream) {
      if (event.type === 'ADDED' || event.type === 'MODIFIED' || event.type === 'DELETED')
        changes.push({ type: event.type, object: event.object });
    }
  })().catch((error: unknown) => {
    if (!over.signal.aborted) throw error;
  });
  return {
    changes,
    async [Symbol.asyncDispose]() {
      over.abort();
      await reading;
    },
  };
}
