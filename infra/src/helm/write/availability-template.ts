import type { OperatorDeclaration } from '../../declaration/index.ts';

/** Asks the API server once whether all replicas are available: the answer to `helm test`. */
const script = `
const fs = require('node:fs');
const folder = (process.env.POD_ROOT ?? '') + '/var/run/secrets/kubernetes.io/serviceaccount';
const host = process.env.KUBERNETES_SERVICE_HOST;
const address = host.includes(':') ? '[' + host + ']' : host;
const url = 'https://' + address + ':' + process.env.KUBERNETES_SERVICE_PORT + process.argv[1];
const headers = { authorization: 'Bearer ' + fs.readFileSync(folder + '/token', 'utf8') };
require('node:https').get(url, { ca: fs.readFileSync(folder + '/ca.crt'), headers }, (answer) => {
  let text = '';
  answer.on('data', (part) => { text += part; });
  answer.on('end', () => {
    const { status = {}, spec = {} } = JSON.parse(text);
    const ready = status.availableReplicas ?? 0;
    console.log(ready + ' of ' + spec.replicas + ' replicas are available');
    process.exit(ready === spec.replicas && ready > 0 ? 0 : 1);
  });
}).on('error', (error) => { console.error(error.message); process.exit(1); });
`;

/** Pure: a Pod for `helm test`, with the right to read the Deployment, and nothing else. */
export function availabilityTemplate({ name }: OperatorDeclaration): string {
  const hook = (weight: number): string => `
  annotations:
    helm.sh/hook: test
    helm.sh/hook-weight: "${weight}"
    helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
  labels:
    app.kubernetes.io/name: ${name}
    app.kubernetes.io/component: test
    app.kubernetes.io/managed-by: Helm`;
  const metadata = (weight: number): string => `metadata:
  name: {{ print $v.name "-test" }}
  namespace: {{ $v.namespace }}${hook(weight)}`;
  return `{{- $v := include "${name}.view" . | fromJson }}
---
apiVersion: v1
kind: ServiceAccount
${metadata(-2)}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
${metadata(-2)}
rules:
  - apiGroups: [apps]
    resources: [deployments]
    resourceNames: [{{ toJson $v.name }}]
    verbs: [get]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
${metadata(-1)}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: {{ print $v.name "-test" }}
subjects:
  - kind: ServiceAccount
    name: {{ print $v.name "-test" }}
    namespace: {{ $v.namespace }}
---
apiVersion: v1
kind: Pod
${metadata(0)}
spec:
  restartPolicy: Never
  serviceAccountName: {{ print $v.name "-test" }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 65532
    seccompProfile: { type: RuntimeDefault }
  containers:
    - name: test
      image: {{ include "${name}.image" . }}
      command: [node, -e]
      args:
        - |
${script
  .trim()
  .split('\n')
  .map((line) => `          ${line}`)
  .join('\n')}
        - {{ print "/apis/apps/v1/namespaces/" $v.namespace "/deployments/" $v.name | toJson }}
      resources:
        requests: { cpu: 10m, memory: 32Mi }
        limits: { memory: 128Mi }
      securityContext:
        allowPrivilegeEscalation: false
        capabilities: { drop: [ALL] }
        readOnlyRootFilesystem: true
{{- if hasKey $v.image "pullSecrets" }}
  imagePullSecrets:
{{- range $v.image.pullSecrets }}
    - name: {{ . }}
{{- end }}
{{- end }}
`;
}
