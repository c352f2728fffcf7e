import { isRecord, getKey, type Kind, type KubeObject, getMember, type PatchOperation } from '../../base/index.ts';
import { isOwnedBy, type Run } from '../write/index.ts';
import type { Child } from './child.ts';

/**
 * Repairs ports whose merge keys (`port`, `containerPort`, `protocol`) another manager has edited: a plain apply would
 * add our port as a second entry, which the API server rejects because both have the same name or node port. Overwrites
 * the edited entry with our values, with the `resourceVersion` as a precondition, so that the apply can follow.
 * @returns the repaired child, or `undefined` if there is nothing to repair
 */
export async function repairPorts<T extends KubeObject>(run: Run, kind: Kind<T>, child: Child): Promise<T | undefined> {
  const { client, gateway } = run.environment;
  const key = getKey(child);
  const live = await client.resource(kind).tryGet(key, { signal: run.signal });
  if (live === undefined || !isOwnedBy(live, run.owner)) return undefined;
  const replacements = repairPortLists(child, live, '');
  if (replacements.length === 0) return undefined;
  const operations = [buildVersionTest(live), ...replacements];
  const said = { did: 'repaired edited ports', would: 'would repair edited ports' };
  return (await gateway.patch(run, kind, { key, operations, message: said })).answer;
}

/**
 * Removes the Update entry that the repair has added to `managedFields` for our manager; otherwise an apply could never
 * remove a field again. If the process ends before that, the next one detects it with `isOwnedByUpdate`.
 */
export async function disownRepair<T extends KubeObject>(run: Run, kind: Kind<T>, child: Child): Promise<T> {
  const { environment } = run;
  const { client, gateway, fieldManager } = environment;
  const key = getKey(child);
  const live = await client.resource(kind).get(key, { signal: run.signal });
  const index = (live.metadata.managedFields ?? []).findIndex(
    ({ manager, operation, subresource }) =>
      manager === fieldManager && operation === 'Update' && subresource === undefined,
  );
  if (index < 0) return environment.getCache(kind).trim(live);
  const operations: PatchOperation[] = [
    buildVersionTest(live),
    { op: 'remove', path: `/metadata/managedFields/${String(index)}` },
  ];
  const said = { did: 'reverted a repair', would: 'would revert a repair', level: 'debug' } as const;
  return (await gateway.patch(run, kind, { key, operations, message: said })).held;
}

function buildVersionTest(live: KubeObject): PatchOperation {
  return { op: 'test', path: '/metadata/resourceVersion', value: live.metadata.resourceVersion };
}

/** Builds patches for all lists called `ports` that are at the same path in `wanted` and `live`. */
function repairPortLists(wanted: unknown, live: unknown, path: string): PatchOperation[] {
  if (Array.isArray(wanted) && Array.isArray(live)) {
    return wanted.flatMap((item: unknown) => {
      const index = live.findIndex((other) => isRecord(item) && isRecord(other) && other['name'] === item['name']);
      return index < 0 ? [] : repairPortLists(item, live[index], `${path}/${String(index)}`);
    });
  }
  if (!isRecord(wanted) || !isRecord(live)) return [];
  return Object.entries(wanted).flatMap(([name, value]) => {
    const at = `${path}/${name}`;
    const other = getMember(live, name);
    if (name !== 'ports' || !Array.isArray(value) || !Array.isArray(other)) return repairPortLists(value, other, at);
    const right = findRepairedPorts(value.filter(isRecord), other.filter(isRecord));
    return right === undefined ? [] : [{ op: 'replace' as const, path: at, value: right }];
  });
}

type Port = Readonly<Record<string, unknown>>;

/**
 * Returns the live ports, with our values in those that conflict with ours, and in those that were ours until their
 * keys were edited; `undefined` if no port needs a repair.
 */
export function findRepairedPorts(wanted: readonly Port[], live: readonly Port[]): readonly Port[] | undefined {
  const missing = new Set(wanted.filter((port) => !live.some((other) => hasSameKey(port, other))));
  const unwanted = live.filter((other) => !wanted.some((port) => hasSameKey(port, other)));
  const successors = new Map<Port, Port | undefined>();
  for (const other of unwanted.filter((each) => wanted.some((port) => isClash(port, each)))) {
    const ours = [...missing].find((port) => isClash(port, other));
    successors.set(other, ours);
    if (ours !== undefined) missing.delete(ours);
  }
  for (const port of missing) {
    const other = findFormer(
      port,
      unwanted.filter((each) => !successors.has(each)),
    );
    if (other !== undefined) successors.set(other, port);
  }
  if (successors.size === 0) return undefined;
  return live.flatMap((other) => {
    if (!successors.has(other)) return [other];
    const ours = successors.get(other);
    return ours === undefined ? [] : [{ ...other, ...ours }];
  });
}

/**
 * Finds the port that was `port` before another manager edited its keys: its other fields equal ours, or it is the only
 * candidate.
 */
function findFormer(port: Port, unwanted: readonly Port[]): Port | undefined {
  const rest = Object.entries(port).filter(([name]) => !keys.has(name));
  const same = (other: Port): boolean => rest.length > 0 && rest.every(([name, value]) => other[name] === value);
  return unwanted.find(same) ?? (unwanted.length === 1 ? unwanted[0] : undefined);
}

const keys: ReadonlySet<string> = new Set(['port', 'containerPort', 'protocol']);

function hasSameKey(a: Port, b: Port): boolean {
  return getPortNumber(a) === getPortNumber(b) && (a['protocol'] ?? 'TCP') === (b['protocol'] ?? 'TCP');
}

function getPortNumber(port: Port): unknown {
  return port['containerPort'] ?? port['port'];
}

function isClash(a: Port, b: Port): boolean {
  const sameNodePort = a['nodePort'] !== undefined && a['nodePort'] === b['nodePort'];
  return sameNodePort || (a['name'] ?? '') === (b['name'] ?? '');
}
