import { beforeEach, describe, expect, it } from 'vitest';

import {
  createInMemoryApiServer,
  type InMemoryApiServer,
} from '../../../../../testing/src/in-memory-api-server/index.ts';
import { runController } from '../../../../../testing/src/run-controller/run-controller.ts';
import { defineApi, t } from '../../../api/index.ts';
import type { Condition, Kind, KubeObject } from '../../../base/index.ts';
import { awaitChange } from '../../declare/action.ts';
import type { ForeignStatusWriter } from '../../declare/context.ts';
import { defineController } from '../../declare/define-controller.ts';

interface GatewayStatus {
  readonly address?: string;
  readonly port?: number;
  readonly conditions?: readonly Pick<Condition, 'type' | 'status' | 'reason' | 'message'>[];
}

/** A kind of another project. */
interface Gateway extends KubeObject {
  readonly spec: { readonly port: number };
  readonly status?: GatewayStatus;
}
const group = 'gateways.example.org';
const Gateway: Kind<Gateway> = { group, version: 'v1', kind: 'Gateway', plural: 'gateways', namespaced: true };
const key = { namespace: 'default', name: 'front' };
const fields = { address: t.optional(t.string()), port: t.optional(t.integer()) };
const unready = { type: 'Ready', status: 'False' as const, reason: 'Waiting', message: 'It has no address.' };

let server: InMemoryApiServer;

/** Serves the CRD of the kind, with or without conditions in the status. */
function serve(status: 'with conditions' | 'without conditions'): void {
  const conditions = status === 'with conditions' ? { conditions: t.conditions() } : {};
  const spec = t.object({ port: t.integer() });
  const served = defineApi({
    group,
    version: 'v1',
    kind: 'Gateway',
    spec,
    status: t.object({ ...fields, ...conditions }),
  });
  server = createInMemoryApiServer({ kinds: [served] });
}

/** Reconciles a Gateway with port 80, then with port 81. Returns the results and the status. */
async function reconcile(
  body: (status: ForeignStatusWriter<GatewayStatus>, port: number) => void,
): Promise<{ readonly results: readonly string[]; readonly status: GatewayStatus | undefined }> {
  const controller = defineController(Gateway, {
    ownsStatus: true,
    reconcile({ spec }, { status }) {
      body(status, spec.port);
      return Promise.resolve(awaitChange);
    },
  });
  await using run = await runController(controller, { server });
  const gateways = server.client.resource(Gateway);
  const apiVersion = `${group}/v1`;
  await gateways.create({ apiVersion, kind: 'Gateway', metadata: key, spec: { port: 80 } });
  await run.awaitIdle();
  await gateways.mergePatch(key, { spec: { port: 81 } });
  await run.awaitIdle();
  return { results: run.results, status: (await gateways.get(key)).status };
}

// Bugs: each status of such a kind was handled as if it had conditions, and as if the runtime had set its Ready.
describe('the status of a kind of others', () => {
  beforeEach(() => {
    serve('without conditions');
  });

  it('can be set without conditions', async () => {
    const { results, status } = await reconcile((writer, port) => {
      writer.set({ port });
    });
    expect(new Set(results)).toEqual(new Set(['success']));
    expect(status).toEqual({ port: 81 });
  });

  it('can be patched without conditions', async () => {
    const { results, status } = await reconcile((writer, port) => {
      writer.patch(port === 80 ? { port, address: '10.0.0.1' } : { port });
    });
    expect(new Set(results)).toEqual(new Set(['success']));
    expect(status).toEqual({ port: 81, address: '10.0.0.1' });
  });

  it('keeps a false Ready of the controller in a patch of other fields', async () => {
    serve('with conditions');
    const { status } = await reconcile((writer, port) => {
      writer.patch(port === 80 ? { port, conditions: [unready] } : { port });
    });
    expect(status).toMatchObject({ port: 81, conditions: [unready] });
  });
});
