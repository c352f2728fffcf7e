/**
 * A fake of the provider plugin `kubernetes`, for machines without the plugin: Pulumi's engine and every change of the
 * cluster are real. kubectl applies each object server-side and reads it back.
 *
 * Prints its port, for `PULUMI_DEBUG_PROVIDERS=kubernetes:<port>`. Ends with its standard input. Uses the cluster of
 * kubectl: KUBECONFIG.
 *
 * It proves nothing about the plugin: neither its schema checks and dry runs, nor its waits, forced applies and
 * messages about conflicts.
 */
import { isDeepStrictEqual } from 'node:util';

import { main, type Provider } from '@pulumi/pulumi/provider/index.js';

import { findBinaries } from '../../../operator/control-plane/src/control-plane/binaries/find-binaries.ts';
import { ClusterObjects } from './cluster-objects.ts';
import { project, type Properties, seal, unseal } from './properties.ts';

/**
 * The state of an object in Pulumi: the fields in the program, with their values in the cluster, and the program's
 * inputs.
 */
interface State extends Properties {
  readonly standIn: { readonly inputs: Properties; readonly applied: Properties };
}

type Change = readonly [id: string, urn: string, olds: Properties, news: Properties];

const { kubectl } = await findBinaries({ needed: ['kubectl'] });
const objects = new ClusterObjects(kubectl, process.env);

const provider: Provider = {
  version: '4.34.2',

  check: (_urn, _olds, news: Properties) => Promise.resolve({ inputs: news }),

  diff: (...[, , olds, news]: Change) => {
    const { standIn, ...live } = unseal(olds) as unknown as State;
    const inputs = unseal(news);
    const changes = !isDeepStrictEqual(standIn.inputs, inputs) || !isDeepStrictEqual(standIn.applied, live);
    return Promise.resolve({ changes, replaces: [] });
  },

  create: async (_urn, news: Properties) => {
    const inputs = unseal(news);
    if (process.env['PULUMI_K8S_UPSERT_EXISTING_OBJECTS'] !== 'true' && (await objects.tryGet(inputs)) !== undefined) {
      throw new Error(`${ClusterObjects.address(inputs)} already exists`);
    }
    const outs = await apply(inputs);
    return { id: ClusterObjects.id(inputs), outs };
  },

  update: async (...[, , , news]: Change) => ({ outs: await apply(unseal(news)) }),

  read: async (id, urn, props: Properties) => {
    const known = unseal(props);
    const { standIn } = known as Partial<State>;
    const live = await objects.tryGet(standIn?.inputs ?? ClusterObjects.named(urn, id));
    if (live === undefined) return { id: '', props: {} };
    if (standIn === undefined) return { id, props: seal(live) };
    return { id, props: seal({ ...project(live, standIn.applied), standIn }), inputs: seal(standIn.inputs) };
  },

  delete: async (_id, _urn, props: Properties) => objects.delete((unseal(props) as unknown as State).standIn.inputs),
};

/** Applies an object and waits for it. An object that exists but does not become ready is nevertheless in the state. */
async function apply(inputs: Properties): Promise<Properties> {
  const live = await objects.apply(inputs);
  const applied = project(live, inputs);
  const properties = seal({ ...applied, standIn: { inputs, applied } });
  try {
    await objects.untilReady(inputs);
    return properties;
  } catch (cause) {
    const { message } = cause as Error;
    throw Object.assign(new Error(message, { cause }), {
      ...{ id: ClusterObjects.id(inputs), properties, reasons: [message] },
    });
  }
}

// Standard input ends when the parent process ends.
process.stdin.once('end', () => process.exit()).resume();
await main(provider, process.argv.slice(2));
