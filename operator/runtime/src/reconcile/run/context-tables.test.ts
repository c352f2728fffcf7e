import { readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { runController } from '@kubewright/testing';
import { loadExample } from '../../../fixtures/load-example.ts';
import { Event, Pod } from '../../kinds/index.ts';
import type { Reserved } from '../declare/context.ts';
import type { ControllerDefinition } from '../declare/define-controller.ts';
import type { IndexedReads, Owns, OwnsAndDeletes, Reads } from '../declare/handle-types.ts';

const file = path.join(import.meta.dirname, '../../../../docs/reference/context.md');
const page = readFileSync(file, 'utf8');
const [, section = ''] = page.split('## The context\n');
const [contextTable = '', handleTable = ''] = section.split(/^Methods of the handles:$/m);

/** The names that every context has, and `self`. A missing or additional name does not compile. */
const basics: Record<keyof Reserved<unknown, unknown>, true> = {
  status: true,
  events: true,
  settings: true,
  metrics: true,
  log: true,
  clock: true,
  dryRun: true,
  signal: true,
  self: true,
};

interface Handles {
  /** Without `delete`, which only holds a message for the compiler. */
  readonly owns: Omit<Owns<Pod>, 'delete'>;
  readonly deletes: OwnsAndDeletes<Pod>;
  readonly reads: Reads<Pod>;
  readonly indexed: IndexedReads<Pod, string>;
}
type Method = { [H in keyof Handles]: keyof Handles[H] }[keyof Handles];

/**
 * The handles that have each method, in the order of the table's columns. The compiler checks them against the types.
 */
const methods: {
  readonly [M in Method]: readonly [Has<'owns', M>, Has<'deletes', M>, Has<'reads', M>, Has<'indexed', M>];
} = {
  get: [true, true, true, true],
  list: [true, true, true, true],
  listAll: [true, true, true, true],
  by: [false, false, false, true],
  apply: [true, true, false, false],
  keep: [true, true, false, false],
  getLive: [true, true, false, false],
  delete: [false, true, false, false],
};
type Has<H extends keyof Handles, M> = M extends keyof Handles[H] ? true : false;

/** Parses the rows of a table into cells, without its head. */
const parseRows = (text: string): readonly (readonly string[])[] =>
  [...text.matchAll(/^\| (`.+) \|$/gm)].map(([, row = '']) => row.split('|').map((cell) => cell.trim()));

describe('the page about the context of a reconcile', () => {
  it('lists everything in the context of a reconcile', () => {
    expect(parseRows(contextTable).map(([name = '']) => name.replaceAll('`', ''))).toEqual(Object.keys(basics));
  });

  it('shows a controller that counts, logs and emits an event', async () => {
    const { oven } = (await loadExample(file, 'The context')) as { oven: ControllerDefinition };
    await using run = await runController(oven);
    const { client } = run.server;
    const metadata = { namespace: 'default', name: 'north' };
    const spec = { loaves: 2, image: 'bread' };
    await client.resource(oven.api).create({ apiVersion: 'example.com/v1', kind: 'Oven', metadata, spec });
    await run.awaitIdle();
    const status = { phase: 'Failed' } as const;
    await client.resource(Pod).mergePatch({ ...metadata, name: 'north-1' }, { status }, { subresource: 'status' });
    await run.awaitIdle();
    expect(run.log.map(({ message }) => message)).toContain('swept a burnt loaf');
    expect(run.server.objects(Event).map(({ reason }) => reason)).toContain('Burnt');
    expect(run.server.objects(Pod).map((pod) => pod.metadata.name)).toContain('north-0');
  });

  it('lists each method of a handle, and the handles that have it', () => {
    const rows = parseRows(handleTable.split(/^## /m)[0] ?? '');
    const documented = rows.map(([call = '', ...has]) => [
      /^`(\w+)\(/.exec(call)?.[1],
      has.slice(0, 4).map((cell) => cell === 'yes'),
    ]);
    expect(documented).toEqual(Object.entries(methods));
  });
});
