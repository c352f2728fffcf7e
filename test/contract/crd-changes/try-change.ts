import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

import {
  buildCrd,
  type ChangeCase,
  type CrdInstallation,
  type Guarantee,
  getThingsPath,
} from '../../../infra/src/crd-changes/testing/change-case.ts';
import type { ApiRequest, ApiResponse, Transport } from '../../../operator/runtime/src/client/index.ts';
import { until } from '../../support/until.ts';
import { pickKnownFields } from './known-fields.ts';

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const mergePatch = 'application/merge-patch+json';

/** An API server, and the `clientConfig` of a webhook that it can call. */
export interface Server {
  readonly transport: Transport;
  readonly webhook: object;
}

/**
 * Stores an object under the released CRD, installs the new one, and returns what no longer works as before. Removes
 * both at the end.
 */
export async function findBroken(row: ChangeCase, { transport, webhook }: Server): Promise<readonly Guarantee[]> {
  const group = `g${randomBytes(4).toString('hex')}.changes.example`;
  const attempt = new ChangeAttempt(row, { transport, place: { group, webhook, marker: 'released' } });
  try {
    await attempt.store();
    return (await attempt.change()) ? await attempt.broken() : ['crd'];
  } finally {
    await attempt.remove();
  }
}

interface AttemptOptions {
  readonly transport: Transport;
  readonly place: CrdInstallation;
}

/** Tries one change on the API server. */
class ChangeAttempt {
  readonly #row: ChangeCase;
  readonly #options: AttemptOptions;
  readonly #crd: string;
  readonly #objects: string;
  /** The responses of the API server before the change. */
  #before: { readonly read: unknown; readonly created: unknown; readonly requested: unknown } | undefined;

  constructor(row: ChangeCase, options: AttemptOptions) {
    this.#row = row;
    this.#options = options;
    this.#crd = `${crds}/things.${options.place.group}`;
    this.#objects = `/apis/${options.place.group}${getThingsPath(row.version)}`;
  }

  /** Installs the released CRD, stores the object, and makes the client's request. */
  async store(): Promise<void> {
    mustSucceed(await this.#call({ method: 'POST', path: crds, body: this.#released }));
    const created = await until(`${this.#row.name}: the object is stored`, async () => {
      const answer = await this.#create('stored');
      if (isNotReady(answer)) return undefined;
      mustSucceed(answer);
      return answer;
    });
    const { requested } = await until(`${this.#row.name}: the API server responds`, async () => ({
      requested: await this.#request(),
    }));
    this.#before = { created: this.#seen(created), requested, read: this.#seen(await this.#read()) };
  }

  /** Installs the new CRD, and waits until the API server uses it. Returns `false` if it rejects the CRD. */
  async change(): Promise<boolean> {
    const { after } = this.#row;
    if (after === undefined) {
      mustSucceed(await this.#call({ method: 'DELETE', path: this.#crd }));
      await until(`${this.#row.name}: the CRD is deleted`, async () => (await this.#read()).status === 404);
      return true;
    }
    if (!(await this.#replace(buildCrd(after, { ...this.#options.place, marker: 'new' })))) return false;
    await until(`${this.#row.name}: the API server uses the new CRD`, async () => {
      const answer = await this.#create('tried', { marker: 'new' });
      return answer.status !== 429 && !isMarkerRejected(answer);
    });
    return true;
  }

  async broken(): Promise<readonly Guarantee[]> {
    const checks: readonly [Guarantee, () => Promise<boolean>][] = [
      ['read', async () => this.#isAsRead(await this.#read())],
      ['create', async () => isDeepStrictEqual(this.#seen(await this.#create('again')), this.#before?.created)],
      ['edit', () => this.#edits()],
      ['update', () => this.#updates()],
      ['request', () => this.#answersAsBefore()],
      ['return', () => this.#returns()],
    ];
    const broken: Guarantee[] = [];
    for (const [promised, check] of checks) if (!(await check())) broken.push(promised);
    return broken;
  }

  async remove(): Promise<void> {
    await this.#call({ method: 'DELETE', path: this.#crd });
  }

  async #updates(): Promise<boolean> {
    const path = `${this.#objects}/stored`;
    const labels = { touched: 'true' };
    const { status } = await this.#call({
      ...{ method: 'PATCH', path, body: { metadata: { labels } }, contentType: mergePatch },
    });
    return status === 200 && this.#isAsRead(await this.#read());
  }

  async #edits(): Promise<boolean> {
    const path = `${this.#objects}/stored`;
    const answer = await this.#call({
      ...{ method: 'PATCH', path, body: { spec: { beside: 1 } }, contentType: mergePatch, query: { dryRun: 'All' } },
    });
    if (answer.status !== 200) return false;
    const { beside, ...spec } = (answer.body as { spec: Record<string, unknown> }).spec;
    return beside === 1 && this.#isAsRead({ ...answer, body: { ...(answer.body as object), spec } });
  }

  /**
   * Whether requests get the same responses as before. Retries one that fails, because discovery of short names is
   * slow.
   */
  async #answersAsBefore(): Promise<boolean> {
    const isSame = async (): Promise<boolean> => isDeepStrictEqual(await this.#request(), this.#before?.requested);
    if (!this.#row.breaks.includes('request')) return isSame();
    await until(`${this.#row.name}: the API server responds differently`, async () => !(await isSame()));
    return false;
  }

  /** Whether the released CRD can be installed again after the change. */
  async #returns(): Promise<boolean> {
    return this.#row.after === undefined || this.#replace(this.#released);
  }

  get #released() {
    return buildCrd(this.#row.before, this.#options.place);
  }

  /** Replaces the CRD. Retries after a conflict, because the API server itself writes the status of a CRD. */
  async #replace(definition: ReturnType<typeof buildCrd>): Promise<boolean> {
    const answer = await until(`${this.#row.name}: the CRD is replaced`, async () => {
      const { body } = await this.#call({ method: 'GET', path: this.#crd });
      const { resourceVersion } = (body as { metadata: { resourceVersion: string } }).metadata;
      const metadata = { ...definition.metadata, resourceVersion };
      const replaced = await this.#call({ method: 'PUT', path: this.#crd, body: { ...definition, metadata } });
      return replaced.status !== 409 && replaced;
    });
    if (answer.status !== 422) mustSucceed(answer);
    return answer.status === 200;
  }

  #create(name: string, more: object = {}): Promise<ApiResponse> {
    const { object, version = 'v1' } = this.#row;
    const body = {
      ...{ apiVersion: `${this.#options.place.group}/${version}`, kind: 'Thing', metadata: { name } },
      ...{ ...object, ...more },
    };
    const query = name === 'tried' ? { dryRun: 'All' } : {};
    return this.#call({ method: 'POST', path: this.#objects, body, query });
  }

  #read(): Promise<ApiResponse> {
    return this.#call({ method: 'GET', path: `${this.#objects}/stored` });
  }

  #request(): Promise<unknown> {
    const { group } = this.#options.place;
    const call = (request: ApiRequest) => this.#answered({ ...request, path: `/apis/${group}${request.path}` });
    return this.#row.request?.({ call, group }) ?? Promise.resolve(undefined);
  }

  /**
   * Returns the response when the storage of the CRD is ready: the API server rejects lists for a moment after a CRD
   * was written.
   */
  #answered(request: ApiRequest): Promise<ApiResponse> {
    return until(`${this.#row.name}: the storage is ready`, async () => {
      const answer = await this.#call(request);
      return answer.status !== 429 && answer;
    });
  }

  #isAsRead(answer: ApiResponse): boolean {
    return isDeepStrictEqual(this.#seen(answer), this.#before?.read);
  }

  /** The parts of a response that a client of the released CRD sees. */
  #seen({ status, body }: ApiResponse): unknown {
    if (status >= 300) return status;
    const version = this.#released.spec.versions.find(({ name }) => name === (this.#row.version ?? 'v1'));
    return pickKnownFields(body, version?.schema.openAPIV3Schema ?? {});
  }

  #call(request: ApiRequest): Promise<ApiResponse> {
    return this.#options.transport.call(request);
  }
}

/** Whether a new CRD is not served yet. */
function isNotReady({ status }: ApiResponse): boolean {
  return status === 404 || status === 429 || status === 503;
}

/** Whether the API server rejects the marker field, because it does not use the new CRD yet. */
function isMarkerRejected({ status, body }: ApiResponse): boolean {
  return status === 422 && JSON.stringify(body).includes('"marker"');
}

function mustSucceed({ status, body }: ApiResponse): void {
  if (status >= 300) throw new Error(`answered with ${status}: ${JSON.stringify(body)}`);
}
