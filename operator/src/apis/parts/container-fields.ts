import { t } from '@kubewright/runtime';

const buildAmounts = (description: string) => t.optional(t.record(t.quantity(), { maxProperties: 32, description }));
const flag = (description: string) => t.optional(t.boolean({ description }));
const id = (description: string) =>
  t.optional(t.integer({ format: 'int64', minimum: 0, maximum: 2_147_483_647, description }));

/**
 * Container fields that a namespace may require, named as in a Pod: a quota requires `resources`, Pod Security
 * `restricted` requires a `securityContext`. The `securityContext` here cannot grant privileges, because the operator
 * creates the Pod with its own permissions, which may exceed those of the user.
 */
export const containerFields = {
  resources: t.optional(
    t.object(
      {
        requests: buildAmounts('Resources that the scheduler reserves for the container, such as cpu and memory.'),
        limits: buildAmounts('Maximum resources that the container can use, such as cpu and memory.'),
      },
      { description: 'Compute resources of the container, as in a Pod. Default: the defaults of the namespace.' },
    ),
  ),
  securityContext: t.optional(
    t.object(
      {
        allowPrivilegeEscalation: flag('Whether a process can gain more privileges than its parent process.'),
        capabilities: t.optional(
          t.object(
            {
              drop: t.optional(
                t.array(t.string({ minLength: 1, maxLength: 64 }), {
                  maxItems: 64,
                  description: 'Capabilities to remove, or ALL.',
                }),
              ),
              add: t.optional(
                t.array(t.enum(['NET_BIND_SERVICE']), { maxItems: 1, description: 'Capabilities to add.' }),
              ),
            },
            { description: 'Linux capabilities of the container.' },
          ),
        ),
        readOnlyRootFilesystem: flag('Whether the root file system of the container is read-only.'),
        runAsGroup: id('Group ID of the process.'),
        runAsNonRoot: flag('Whether the container must not run as root.'),
        runAsUser: id('User ID of the process.'),
        seccompProfile: t.optional(
          t.object(
            {
              type: t.enum(['RuntimeDefault'], {
                description: 'RuntimeDefault: the default profile of the container runtime.',
              }),
            },
            { description: 'Which system calls the container can use.' },
          ),
        ),
      },
      {
        description:
          'Security context of the container, as in a Pod, without fields that grant privileges. Default: none, so that any image runs; Pod Security "restricted" rejects Pods without one.',
      },
    ),
  ),
};
