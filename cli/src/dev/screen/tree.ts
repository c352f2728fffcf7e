/** An object and its children, as the screen shows them. */
export interface Node {
  /** Kind and name, such as `CoffeeShop default/sample`; a child in its parent's namespace has only its name. */
  readonly title: string;
  /** Status of the condition Ready. @default - the object does not have this condition */
  readonly ready?: string;
  /** Reason and message of the condition Ready. */
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

/** The fields of an object in the JSON output of kubectl that the tree uses. */
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

/** Builds the tree: objects of the operator's kinds, each with the objects whose controller reference names it. */
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

/** Returns the reason of a condition, and its message unless the status is True. */
function describe({ status, reason = '', message = '' }: Partial<Condition> = {}): string {
  if (status === 'True') return reason;
  return [reason, message.replaceAll(/\s+/g, ' ')].filter((text) => text !== '').join(': ');
}
