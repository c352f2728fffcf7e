import { describe, expect, it } from 'vitest';

import type { KubeObject } from '../base/index.ts';
import type { FinalizedResources } from '../controller/index.ts';
import { Deployment, Namespace } from '../kinds/index.ts';
import { inUseAnnotation, inUseNotes } from './in-use.ts';

/** Resources that the test adds and removes. */
class Resources implements FinalizedResources {
  readonly kind;
  readonly #names: string[] = [];
  #gone = (): void => undefined;

  constructor(kind: FinalizedResources['kind']) {
    this.kind = kind;
  }

  readonly example = (): KubeObject | undefined => {
    const [name] = this.#names;
    if (name === undefined) return undefined;
    return {
      apiVersion: 'v1',
      kind: this.kind.kind,
      metadata: { name, namespace: 'default', uid: name },
    } as KubeObject;
  };

  onGone(listener: () => void): void {
    this.#gone = listener;
  }

  add(name: string): void {
    this.#names.push(name);
  }

  remove(name: string): void {
    this.#names.splice(this.#names.indexOf(name), 1);
    this.#gone();
  }
}

describe('inUseNotes', () => {
  it('have each kind of which there are resources with a finalizer, with an example', () => {
    const [deployments, namespaces] = [new Resources(Deployment), new Resources(Namespace)];
    const notes = inUseNotes([{ finalized: deployments }, {}, { finalized: namespaces }]);
    expect(notes.annotations()).toEqual({ [inUseAnnotation]: '' });
    deployments.add('web');
    deployments.add('api');
    expect(notes.annotations()).toEqual({ [inUseAnnotation]: 'deployments.apps (default/web)' });
    namespaces.add('shop');
    expect(notes.annotations()[inUseAnnotation]).toBe('deployments.apps (default/web), namespaces. (default/shop)');
  });

  it('are no annotation at all for an operator without finalizers', () => {
    expect(inUseNotes([{}]).annotations()).toEqual({});
  });

  it('are urgent once the last resource is gone, and not before', () => {
    const deployments = new Resources(Deployment);
    const notes = inUseNotes([{ finalized: deployments }]);
    let urgent = 0;
    notes.onUrgent(() => (urgent += 1));
    deployments.add('web');
    deployments.add('api');
    notes.annotations();
    deployments.remove('web');
    expect(urgent).toBe(0);
    deployments.remove('api');
    expect(urgent).toBe(1);
  });

  it('are not urgent if the Lease never named the resource that is gone', () => {
    const deployments = new Resources(Deployment);
    const notes = inUseNotes([{ finalized: deployments }]);
    let urgent = 0;
    notes.onUrgent(() => (urgent += 1));
    notes.annotations();
    deployments.add('web');
    deployments.remove('web');
    expect(urgent).toBe(0);
  });
});
