import { describe, expect, it } from 'vitest';

import {
  buildCafe,
  Cafe,
  type ControllerFixture,
  createScriptedController,
} from '../../fixtures/scripted-controller.ts';
import type { KubeObject } from '../base/index.ts';
import { awaitChange, defineController } from '../reconcile/index.ts';
import type { FinalizedResources } from './finalized-resources.ts';

const name = 'example.com/tables';

interface Fixture extends ControllerFixture {
  readonly finalized: FinalizedResources;
  /** Passes this Cafe to the cache, as its watch would. */
  show(cafe: KubeObject): void;
  findName(): string | undefined;
}

function createFixture(...cafes: readonly string[]): Fixture {
  const definition = defineController(Cafe, {
    finalizer: { name, cleanUp: () => Promise.resolve() },
    reconcile: () => Promise.resolve(awaitChange),
  });
  const fixture = createScriptedController(definition);
  const { finalized } = fixture.controller;
  if (finalized === undefined) throw new Error('the controller has a finalizer, but no finalized resources');
  fixture.emitSynced(...cafes);
  return {
    ...fixture,
    finalized,
    show: (object) => {
      fixture.emit(Cafe, { type: 'applied', object });
    },
    findName: () => finalized.findExample()?.metadata.name,
  };
}

/** A later version of a Cafe. */
function change(cafe: string, metadata: Partial<KubeObject['metadata']>): KubeObject {
  const built = buildCafe(cafe, '11');
  return { ...built, metadata: { ...built.metadata, ...metadata } };
}

describe('the finalized resources of a controller', () => {
  it('are of its kind, and none without a finalizer', () => {
    expect(createFixture().finalized.kind).toBe(Cafe);
    const plain = defineController(Cafe, { reconcile: () => Promise.resolve(awaitChange) });
    expect(createScriptedController(plain).controller).not.toHaveProperty('finalized');
  });

  it('include a resource with the finalizer, and no other', () => {
    const { findName, show } = createFixture('latte', 'mocca');
    expect(findName()).toBeUndefined();
    show(change('mocca', { finalizers: [name] }));
    expect(findName()).toBe('mocca');
    show(change('mocca', { finalizers: ['example.com/other'], resourceVersion: '12' }));
    expect(findName()).toBeUndefined();
  });

  it('include a resource that is about to get the finalizer, until it is gone', () => {
    const { emit, findName, finalized } = createFixture('latte', 'mocca');
    finalized.expect(buildCafe('mocca'));
    expect(findName()).toBe('mocca');
    expect(findName()).toBe('mocca');
    emit(Cafe, { type: 'deleted', object: buildCafe('mocca', '11') });
    expect(findName()).toBeUndefined();
  });

  it('no longer include an expected resource that lost its finalizer', () => {
    const { findName, finalized, show } = createFixture('mocca');
    finalized.expect(buildCafe('mocca'));
    show(change('mocca', { finalizers: [name] }));
    expect(findName()).toBe('mocca');
    show(change('mocca', { finalizers: [], resourceVersion: '12' }));
    expect(findName()).toBeUndefined();
  });

  it('do not include a resource that took the name of an expected one', () => {
    const { findName, finalized, show } = createFixture('mocca');
    finalized.expect(buildCafe('mocca'));
    show(change('mocca', { uid: 'another' }));
    expect(findName()).toBeUndefined();
  });

  it('notify listeners of each deletion, and of nothing else', () => {
    const { emit, finalized, show } = createFixture('mocca', 'latte');
    let deletions = 0;
    const forget = finalized.onGone(() => deletions++);
    show(change('mocca', { finalizers: [name] }));
    expect(deletions).toBe(0);
    emit(Cafe, { type: 'deleted', object: buildCafe('mocca', '12') });
    expect(deletions).toBe(1);
    forget();
    emit(Cafe, { type: 'deleted', object: buildCafe('latte', '13') });
    expect(deletions).toBe(1);
  });
});
