/** A step in the life of a simulated object (https://kwok.sigs.k8s.io/docs/user/stages-configuration/). */
interface Stage {
  readonly name: string;
  readonly kind: 'Node' | 'Pod';
  readonly when: readonly { readonly key: string; readonly operator: string; readonly values?: readonly string[] }[];
  readonly delay?: { readonly durationMilliseconds: number };
  readonly next: Readonly<Record<string, unknown>>;
}

const isReady = '.status.conditions.[] | select(.type == "Ready") | .status';

/** Conditions in a kubelet's format, from a kwok template function. */
const nodeReady: Stage = {
  name: 'node-ready',
  kind: 'Node',
  when: [{ key: isReady, operator: 'NotIn', values: ['True'] }],
  next: {
    statusTemplate: `{{ $now := Now }}
conditions:
{{ range NodeConditions }}
- type: {{ .type | Quote }}
  status: {{ .status | Quote }}
  reason: {{ .reason | Quote }}
  message: {{ .message | Quote }}
  lastHeartbeatTime: {{ $now | Quote }}
  lastTransitionTime: {{ $now | Quote }}
{{ end }}
addresses:
- { type: InternalIP, address: {{ NodeIP | Quote }} }
- { type: Hostname, address: {{ NodeName | Quote }} }
phase: Running
nodeInfo:
  kubeletVersion: kwok-v{{ Version }}
  kubeProxyVersion: ""
  containerRuntimeVersion: kwok://{{ Version }}
  osImage: simulated
  operatingSystem: {{ index .metadata.labels "kubernetes.io/os" | Quote }}
  architecture: {{ index .metadata.labels "kubernetes.io/arch" | Quote }}
  kernelVersion: simulated
  bootID: ""
  machineID: ""
  systemUUID: ""
`,
  },
};

/** Heartbeat interval far below the 50 s after which the kube-controller-manager marks a node as unreachable. */
const nodeHeartbeat: Stage = {
  name: 'node-heartbeat',
  kind: 'Node',
  when: [{ key: isReady, operator: 'In', values: ['True'] }],
  delay: { durationMilliseconds: 10_000 },
  next: { statusTemplate: 'conditions: [{ type: Ready, lastHeartbeatTime: {{ Now | Quote }} }]' },
};

/** All containers run at once; init containers have succeeded, unless they are sidecars. */
const podReady: Stage = {
  name: 'pod-ready',
  kind: 'Pod',
  when: [
    { key: '.metadata.deletionTimestamp', operator: 'DoesNotExist' },
    { key: '.status.phase', operator: 'In', values: ['Pending'] },
    { key: isReady, operator: 'NotIn', values: ['True'] },
  ],
  next: {
    statusTemplate: `{{ $now := Now | Quote }}
phase: Running
startTime: {{ $now }}
conditions:
{{ range $type := list "PodReadyToStartContainers" "Initialized" "ContainersReady" "Ready" }}
- { type: {{ $type }}, status: "True", lastTransitionTime: {{ $now }} }
{{ end }}
{{ range .spec.readinessGates }}
- { type: {{ .conditionType | Quote }}, status: "True", lastTransitionTime: {{ $now }} }
{{ end }}
initContainerStatuses:
{{ range .spec.initContainers }}
- name: {{ .name | Quote }}
  image: {{ .image | Quote }}
  imageID: {{ .image | Quote }}
  ready: true
  restartCount: 0
  {{ if eq (or .restartPolicy "") "Always" }}
  started: true
  state: { running: { startedAt: {{ $now }} } }
  {{ else }}
  started: false
  state: { terminated: { exitCode: 0, reason: Completed, startedAt: {{ $now }}, finishedAt: {{ $now }} } }
  {{ end }}
{{ end }}
containerStatuses:
{{ range .spec.containers }}
- name: {{ .name | Quote }}
  image: {{ .image | Quote }}
  imageID: {{ .image | Quote }}
  ready: true
  started: true
  restartCount: 0
  state: { running: { startedAt: {{ $now }} } }
{{ end }}
hostIP: {{ NodeIP | Quote }}
hostIPs: [{ ip: {{ NodeIP | Quote }} }]
{{ with $ip := PodIPWith .spec.nodeName (or .spec.hostNetwork false) (or .metadata.uid "") (or .metadata.name "") (or .metadata.namespace "") }}
podIP: {{ $ip | Quote }}
podIPs: [{ ip: {{ $ip | Quote }} }]
{{ end }}
`,
  },
};

const jobQuery = '.metadata.ownerReferences.[] | select(.controller == true and .kind == "Job") | .apiVersion';

/** The image repository of simulated Pods that never end. */
export const runningImage = 'simulated.kubewright.dev/running';
const runsOn = `.spec.containers.[] | select(.image | test("^${runningImage.replaceAll('.', '[.]')}(:|@|$)")) | .image`;

/**
 * Completes the Pods of Jobs at once, unless their image is `runningImage`: all containers succeed, and the sidecars
 * end with them. A Pod with `restartPolicy: Always` never ends.
 */
const podComplete: Stage = {
  name: 'pod-complete',
  kind: 'Pod',
  when: [
    { key: '.metadata.deletionTimestamp', operator: 'DoesNotExist' },
    { key: '.status.phase', operator: 'In', values: ['Running'] },
    { key: jobQuery, operator: 'In', values: ['batch/v1'] },
    { key: runsOn, operator: 'DoesNotExist' },
    { key: '.spec.restartPolicy', operator: 'In', values: ['Never', 'OnFailure'] },
  ],
  next: {
    statusTemplate: `{{ $now := Now | Quote }}
phase: Succeeded
conditions:
{{ range $type := list "PodReadyToStartContainers" "Initialized" }}
- { type: {{ $type }}, status: {{ if eq $type "Initialized" }}"True"{{ else }}"False"{{ end }}, reason: PodCompleted, lastTransitionTime: {{ $now }} }
{{ end }}
{{ range $type := list "ContainersReady" "Ready" }}
- { type: {{ $type }}, status: "False", reason: PodCompleted, lastTransitionTime: {{ $now }} }
{{ end }}
{{ range $list, $statuses := dict "initContainerStatuses" .status.initContainerStatuses "containerStatuses" .status.containerStatuses }}
{{ $list }}:
{{ range $statuses }}
- name: {{ .name | Quote }}
  image: {{ .image | Quote }}
  imageID: {{ .image | Quote }}
  ready: false
  started: false
  restartCount: 0
  state: { terminated: { exitCode: 0, reason: Completed, startedAt: {{ $now }}, finishedAt: {{ $now }} } }
{{ end }}
{{ end }}
`,
  },
};

/** Renders the file for kwok's `--config`. No stage deletes a Pod: `pod-deletion` does that. */
export function renderKwokConfig(): string {
  // JSON is valid YAML.
  return [nodeReady, nodeHeartbeat, podReady, podComplete]
    .map((stage) => JSON.stringify(buildManifest(stage)))
    .join('\n---\n');
}

function buildManifest({ name, kind, when, ...spec }: Stage): object {
  return {
    apiVersion: 'kwok.x-k8s.io/v1alpha1',
    kind: 'Stage',
    metadata: { name },
    spec: { resourceRef: { apiGroup: 'v1', kind }, selector: { matchExpressions: when }, ...spec },
  };
}
