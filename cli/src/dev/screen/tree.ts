/** An object with its children, for people. */
export interface Node {
  /** `CoffeeShop default/sample`; without the namespace below an object of the same. */
  readonly title: string;
  /** The status of its condition Ready. @default - it has none */
  readonly ready?: string;
  /** The reason and the message of that condition. */
  readonly why: string;
  /** The finalizers that hold an object that is being deleted. @default - it is not being deleted */
  readonly deletion?: readonly string[];
  readonly children: readonly Node[];
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

/** An object as kubectl prints it. */
export interface PrintedObject {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
    readonly deletionTimestamp?: string;
    readonly finalizers?: readonly string[];
    readonly ownerReferences?: readonly { readonly uid: string; readonly controller?: boolean }[];
  };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

/** The objects of the operator's kinds, each with the objects that it controls. */
export function buildTree(own: readonly PrintedObject[], owned: readonly PrintedObject[]): readonly Node[] {
  const children = new Map<string, PrintedObject[]>();
  for (const child of owned) {
    const owner = child.metadata.ownerReferences?.find(({ controller }) => controller === true)?.uid;
    if (owner !== undefined) children.set(owner, [...(children.get(owner) ?? []), child]);
  }
  return own.map((object) => ({
    ...toLeaf(object),
    children: (children.get(object.metadata.uid) ?? []).map((child) => toLeaf(child, object)),
  }));
}

function toLeaf({ kind, metadata, status }: PrintedObject, parent?: PrintedObject): Node {
  const { name, namespace, deletionTimestamp, finalizers = [] } = metadata;
  const isBeside = namespace === undefined || namespace === parent?.metadata.namespace;
  const types = parent === undefined ? ['Ready'] : ['Ready', 'Available'];
  const condition = status?.conditions?.find(({ type }) => types.includes(type));
  return {
    title: `${kind} ${isBeside ? name : `${namespace}/${name}`}`,
    ...(condition && { ready: condition.status }),
    why: describe(condition),
    ...(deletionTimestamp !== undefined && { deletion: finalizers }),
    children: [],
  };
}

/** The reason, and unless all is well the message. */
function describe({ status, reason = '', message = '' }: Partial<Condition> = {}): string {
  if (status === 'True') return reason;
  return [reason, message.replaceAll(/\s+/g, ' ')].filter((text) => text !== '').join(': ');
}
