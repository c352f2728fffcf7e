import { describe, expect, it } from 'vitest';

import { Operator } from '../constructs/index.ts';
import { anyProps, listSynthErrors, type Props } from '../testing/synth-errors.ts';

describe('invalid fields of Pods and NetworkPolicies', () => {
  it.each<[props: Props, ...errors: string[]]>([
    [{ pod: { nodeselector: {} } }, 'pod.nodeselector is unknown: did you mean nodeSelector?'],
    [{ pod: { tolerations: {} } }, 'pod.tolerations must be a list, but is {}'],
    [
      { pod: { tolerations: [{ effect: 'noschedule' }] } },
      'pod.tolerations[0].effect must be one of "NoExecute", "NoSchedule", "PreferNoSchedule", but is "noschedule"',
    ],
    [{ pod: { priorityClassName: 'System High' } }, 'pod.priorityClassName must be the name of an object'],
    [
      { pod: { topologySpreadConstraints: [{ topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway' }] } },
      'pod.topologySpreadConstraints[0].maxSkew must be a whole number of at least 1, but is absent',
    ],
    [{ pod: { env: { A: 'b' } } }, 'pod.env must be a list, but is {"A":"b"}'],
    [{ pod: { env: [{ name: 'A-B' }] } }, 'pod.env[0].name must be the name of an environment variable'],
    [{ pod: { env: [{ name: 'A', value: 1 }] } }, 'pod.env[0].value must be a string, but is 1'],
    [{ pod: { env: [{ name: 'LOG_LEVEL', value: 'info' }] } }, 'pod.env cannot set LOG_LEVEL: use settings.logLevel'],
    [
      { pod: { env: [{ name: 'POD_NAME', value: 'x' }] } },
      'pod.env cannot set POD_NAME: Kubernetes sets it in the Pod',
    ],
    [
      { pod: { volumes: [{ emptyDir: {} }] } },
      'pod.volumes[0].name must be a DNS label (lower-case letters, digits and "-"), but is absent',
    ],
    [{ pod: { volumes: [{ name: 'A', emptyDir: {} }] } }, 'pod.volumes[0].name must be a DNS label'],
    [
      { pod: { volumeMounts: [{ name: 'a', mountPath: 'x' }] } },
      'pod.volumeMounts[0].mountPath must be an absolute path, but is "x"',
    ],
    [{ pod: { args: '--verbose' } }, 'pod.args must be a list, but is "--verbose"'],
    [{ pod: { securityContext: 'none' } }, 'pod.securityContext must be an object, but is "none"'],
    [
      { pod: { securityContext: { runAsUser: '1' } } },
      'pod.securityContext.runAsUser must be a whole number, but is "1"',
    ],
    [
      { pod: { securityContext: { shmSize: '1Gi' } } },
      'pod.securityContext.shmSize is unknown: the known fields are appArmorProfile, fsGroup, fsGroupChangePolicy, runAsGroup, runAsNonRoot, runAsUser, seLinuxChangePolicy, seLinuxOptions, seccompProfile, supplementalGroups, supplementalGroupsPolicy, sysctls, windowsOptions; use patches for fields that are newer than Kubernetes 1.36',
    ],
    [
      { pod: { securityContext: { seccompProfile: { typ: null } } } },
      'pod.securityContext.seccompProfile.typ is unknown: did you mean type?',
    ],
    [
      { pod: { securityContext: { sysctls: [{ name: 'kernel.shm_rmid_forced' }] } } },
      'pod.securityContext.sysctls[0].value must be a string, but is absent',
    ],
    [
      { pod: { containerSecurityContext: { readonlyRootFilesystem: null } } },
      'pod.containerSecurityContext.readonlyRootFilesystem is unknown: did you mean readOnlyRootFilesystem?',
    ],
    [
      { pod: { containerSecurityContext: { capabilities: { add: 'NET_ADMIN' } } } },
      'pod.containerSecurityContext.capabilities.add must be a list, but is "NET_ADMIN"',
    ],
    [
      {
        pod: {
          affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologykey: 'a' }] } },
        },
      },
      'pod.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey must be a string, but is absent',
      'pod.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologykey is unknown: did you mean topologyKey?',
    ],
    [{ pod: { tolerations: [{ keys: 'a' }] } }, 'pod.tolerations[0].keys is unknown: did you mean key?'],
    [
      {
        pod: {
          topologySpreadConstraints: [
            { maxSkew: 1, topologyKey: 'a', whenUnsatisfiable: 'DoNotSchedule', labelSelector: { matchLabel: {} } },
          ],
        },
      },
      'pod.topologySpreadConstraints[0].labelSelector.matchLabel is unknown: did you mean matchLabels?',
    ],
    [
      { pod: { env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'a' } } }] } },
      'pod.env[0].valueFrom.secretKeyRef.key must be a string, but is absent',
    ],
    [
      { pod: { env: [{ name: 'A', valueFrom: {} }] } },
      'pod.env[0].valueFrom must be one source of a value, such as secretKeyRef, but is {}',
    ],
    [
      { pod: { volumes: [{ name: 'a' }] } },
      'pod.volumes[0] must be a volume: its name, and one source such as emptyDir',
    ],
    [
      { pod: { volumes: [{ name: 'a', emptyDir: {}, configMap: { name: 'a' } }] } },
      'pod.volumes[0] must be a volume: its name, and one source such as emptyDir',
    ],
    [{ pod: { volumes: [{ name: 'a', emptydir: {} }] } }, 'pod.volumes[0].emptydir is unknown: did you mean emptyDir?'],
    [
      { pod: { volumes: [{ name: 'a', emptyDir: { sizeLimit: '1GB' } }] } },
      'pod.volumes[0].emptyDir.sizeLimit must be a quantity such as 1Gi, but is "1GB"',
    ],
    [
      { pod: { volumeMounts: [{ name: 'ca', mountPath: '/etc/ca' }] } },
      'pod.volumeMounts[0] mounts ca, which does not exist: the volumes are tmp; add it to pod.volumes',
    ],
    [
      { pod: { volumeMounts: [{ name: 'tmp', mountPath: '/a', readonly: true }] } },
      'pod.volumeMounts[0].readonly is unknown: did you mean readOnly?',
    ],
    [{ pod: { volumes: [{ name: 'tmp', emptyDir: {} }] } }, 'pod.volumes: two volumes are named tmp: use another name'],
    ...['999.0.0.0/8', '10.0.0.0/33', '10.0.0/8', 'fd00::/129', 'fe80::1%eth0/64', '10.0.0.0/'].map(
      (cidr): [Props, string] => [
        { networkPolicy: { metricsFrom: [{ ipBlock: { cidr } }] } },
        `networkPolicy.metricsFrom[0].ipBlock.cidr must be addresses such as 10.0.0.0/8 or fd00::/8, but is "${cidr}"`,
      ],
    ),
    [
      { networkPolicy: { webhooksFrom: [{ podSelector: { matchExpressions: [{ key: 'a', operators: 'In' }] } }] } },
      'networkPolicy.webhooksFrom[0].podSelector.matchExpressions[0].operator must be a string, but is absent',
      'networkPolicy.webhooksFrom[0].podSelector.matchExpressions[0].operators is unknown: did you mean operator?',
    ],
  ])('of an Operator are rejected: %j', (props, ...errors) => {
    const found = listSynthErrors(anyProps(Operator), props);
    expect(found).toEqual(errors.map((error) => expect.stringContaining(`[chart/it] ${error}`) as unknown));
  });
});
