import { abortReason, combineSignals, type Logger, OperatorError, type PolicyRule } from '../../base/index.ts';
import { type ApiRequest, createDryRunTransport, type Transport } from '../transport.ts';
import { parseRequestInfo, type RequestInfo } from './request-info.ts';

export interface PermittedOptions {
  /** The declared permissions; every other request is rejected. */
  readonly permissions: readonly PolicyRule[];
  /** Who declared the permissions, for messages: `the controller mirror`. */
  readonly declarer: string;
  readonly dryRun: boolean;
  readonly log: Logger;
  /**
   * Called before each write. Errors: `NOT_LEADER`.
   * @returns a signal that aborts when the process may no longer write
   */
  readonly beginWrite: () => AbortSignal;
}

/**
 * Creates a transport that sends only what `permissions` allow, and writes only while the process leads. In a dry run
 * the API server stores no write. Closing it does nothing, because `transport` is shared. Errors: `DECLARATION_INVALID`
 * for a request that no permission allows, before it is sent; `NOT_LEADER`.
 */
export function createPermittedTransport(transport: Transport, options: PermittedOptions): Transport {
  const writing = options.dryRun ? createDryRunTransport(transport) : transport;
  return {
    async call(request) {
      const info = requireAllowed(request, options);
      return isRead(request, info) ? transport.call(request) : write(writing, request, { ...options, info });
    },
    async stream(request) {
      requireAllowed(request, options);
      return transport.stream(request);
    },
    close: () => Promise.resolve(),
  };
}

/** Subresources whose GET may change something in a Pod. */
const connections = ['attach', 'exec', 'portforward', 'proxy'];

function isRead({ method }: ApiRequest, { resource }: RequestInfo): boolean {
  return method === 'GET' && !connections.includes(resource.split('/')[1] ?? '');
}

async function write(
  transport: Transport,
  request: ApiRequest,
  { log, dryRun, beginWrite, info }: PermittedOptions & { readonly info: RequestInfo },
): ReturnType<Transport['call']> {
  if (dryRun && request.method === 'GET') {
    const hint = 'the API server does not support a dry run of this request; skip the request if dryRun is set';
    throw new OperatorError('DECLARATION_INVALID', formatCall(info), { hint });
  }
  const leading = beginWrite();
  try {
    const response = await transport.call({ ...request, signal: combineSignals(request.signal, leading) });
    log.info(dryRun ? 'would write with the client' : 'wrote with the client', { ...info, status: response.status });
    return response;
  } catch (error) {
    if (leading.aborted) throw abortReason(leading);
    throw error;
  }
}

function requireAllowed(request: ApiRequest, { permissions, declarer }: PermittedOptions): RequestInfo {
  const info = parseRequestInfo(request);
  if (info === undefined) {
    const hint = `the client of ${declarer} only sends requests for API objects`;
    throw new OperatorError('DECLARATION_INVALID', `${request.method} ${request.path}`, { hint });
  }
  if (permissions.some((rule) => allows(rule, info))) return info;
  const hint = `the client is limited to the permissions of ${declarer}; add ${formatRule(info)} to them`;
  throw new OperatorError('DECLARATION_INVALID', formatCall(info), { hint });
}

/**
 * Whether a rule allows the request:
 * https://kubernetes.io/docs/reference/access-authn-authz/rbac/#referring-to-resources
 */
function allows({ apiGroups, resources, resourceNames = [], verbs }: PolicyRule, info: RequestInfo): boolean {
  const isNamed = resourceNames.length === 0 || (info.name !== undefined && resourceNames.includes(info.name));
  return isNamed && apiGroups.includes(info.group) && resources.includes(info.resource) && verbs.includes(info.verb);
}

function formatCall({ verb, group, resource, namespace, name }: RequestInfo): string {
  const [plural = '', ...subresource] = resource.split('/');
  const what = [group === '' ? plural : `${plural}.${group}`, ...subresource].join('/');
  const where = [namespace, name].filter((part) => part !== undefined).join('/');
  return [verb, what, where].filter((part) => part !== '').join(' ');
}

function formatRule({ verb, group, resource }: RequestInfo): string {
  return `{ apiGroups: ['${group}'], resources: ['${resource}'], verbs: ['${verb}'], reason: '…' }`;
}
