import type { Kind } from '@kubewright/runtime/internal/base';
import { anything, atomic, type FieldType, fields, listBy, mapWith, set } from './field-type.ts';

const text: FieldType = { scalar: 'string' };
const numeric: FieldType = { scalar: 'numeric' };

/** How the fields of `metav1.ObjectMeta` merge. */
export const objectMeta: FieldType = {
  map: {
    isAtomic: false,
    fields: {
      annotations: mapWith(text),
      creationTimestamp: atomic,
      deletionGracePeriodSeconds: numeric,
      deletionTimestamp: atomic,
      finalizers: set,
      generateName: text,
      generation: numeric,
      labels: mapWith(text),
      managedFields: atomic,
      name: text,
      namespace: text,
      ownerReferences: listBy('uid', atomic),
      resourceVersion: text,
      selfLink: text,
      uid: text,
    },
    others: undefined,
  },
};

const buildTemplate = (spec: FieldType): FieldType => fields({ metadata: objectMeta, spec });

const valueFrom = fields({ configMapKeyRef: atomic, fieldRef: atomic, resourceFieldRef: atomic, secretKeyRef: atomic });
const ports = listBy(['containerPort', 'protocol'], anything, { protocol: 'TCP' });
const reference = fields({ configMapRef: anything, secretRef: anything });
const container = fields({
  env: listBy('name', fields({ valueFrom })),
  envFrom: atomic,
  ports,
  resources: fields({ claims: listBy('name') }),
  volumeDevices: listBy('devicePath'),
  volumeMounts: listBy('mountPath'),
});

const nodeTerms = fields({ nodeSelectorTerms: atomic });
const nodeAffinity = fields({ requiredDuringSchedulingIgnoredDuringExecution: nodeTerms });
const volume = fields({
  secret: reference,
  azureFile: anything,
  cephfs: fields({ secretRef: atomic }),
  cinder: fields({ secretRef: atomic }),
  csi: fields({ nodePublishSecretRef: atomic }),
  flexVolume: fields({ secretRef: atomic }),
  iscsi: fields({ secretRef: atomic }),
  rbd: fields({ secretRef: atomic }),
  scaleIO: fields({ secretRef: atomic }),
  storageos: fields({ secretRef: atomic }),
  ephemeral: fields({
    volumeClaimTemplate: fields({ spec: fields({ dataSource: atomic, selector: atomic }) }),
  }),
});

const podSpec = fields({
  affinity: fields({ nodeAffinity }),
  containers: listBy('name', container),
  ephemeralContainers: listBy('name', container),
  hostAliases: listBy('ip'),
  imagePullSecrets: listBy('name', atomic),
  initContainers: listBy('name', container),
  nodeSelector: atomic,
  resourceClaims: listBy('name'),
  schedulingGates: listBy('name'),
  topologySpreadConstraints: listBy(['topologyKey', 'whenUnsatisfiable'], fields({ labelSelector: atomic })),
  volumes: listBy('name', volume),
});

const conditions = fields({ conditions: listBy('type') });
const workload = fields({ selector: atomic, template: buildTemplate(podSpec) });
const jobSpec = workload;
const webhooks = listBy(
  'name',
  fields({ matchConditions: listBy('name'), namespaceSelector: atomic, objectSelector: atomic }),
);
const admissionPolicy = { matchConditions: listBy('name'), matchConstraints: atomic, paramKind: atomic };
const admissionBinding = { matchResources: atomic, paramRef: atomic };
const claim = fields({ dataSource: atomic, selector: atomic });

/**
 * The fields of built-in kinds whose merge strategy does not follow from their values, by kind and group. Contract
 * tests compare them with the real API server.
 */
const specs: Readonly<Record<string, Readonly<Record<string, FieldType>>>> = {
  'APIService.apiregistration.k8s.io': { status: conditions },
  'CSIDriver.storage.k8s.io': { spec: fields({ volumeLifecycleModes: set }) },
  'CSINode.storage.k8s.io': { spec: fields({ drivers: listBy('name') }) },
  'CertificateSigningRequest.certificates.k8s.io': { status: conditions },
  'CronJob.batch': { spec: fields({ jobTemplate: buildTemplate(jobSpec) }) },
  'DaemonSet.apps': { spec: workload, status: conditions },
  'Deployment.apps': { spec: workload, status: conditions },
  'FlowSchema.flowcontrol.apiserver.k8s.io': { status: conditions },
  'Ingress.networking.k8s.io': {
    spec: fields({ defaultBackend: fields({ resource: atomic, service: fields({ port: atomic }) }) }),
  },
  'Job.batch': { spec: jobSpec },
  'MutatingAdmissionPolicy.admissionregistration.k8s.io': { spec: fields(admissionPolicy) },
  'MutatingAdmissionPolicyBinding.admissionregistration.k8s.io': { spec: fields(admissionBinding) },
  'MutatingWebhookConfiguration.admissionregistration.k8s.io': { webhooks },
  'NetworkPolicy.networking.k8s.io': { spec: fields({ podSelector: atomic }) },
  'PersistentVolumeClaim.': { spec: claim, status: conditions },
  'Pod.': { spec: podSpec, status: conditions },
  'PodDisruptionBudget.policy': { spec: fields({ selector: atomic }), status: conditions },
  'PodTemplate.': { template: buildTemplate(podSpec) },
  'PriorityLevelConfiguration.flowcontrol.apiserver.k8s.io': { status: conditions },
  'ReplicaSet.apps': { spec: workload, status: conditions },
  'ReplicationController.': { spec: workload, status: conditions },
  'Service.': {
    spec: fields({ ports: listBy(['port', 'protocol'], anything, { protocol: 'TCP' }), selector: atomic }),
    status: conditions,
  },
  'ServiceCIDR.networking.k8s.io': { status: conditions },
  'ServiceAccount.': { secrets: listBy('name', atomic) },
  'StatefulSet.apps': { spec: workload, status: conditions },
  'ValidatingAdmissionPolicy.admissionregistration.k8s.io': {
    spec: fields({ ...admissionPolicy, variables: listBy('name', atomic) }),
    status: conditions,
  },
  'ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io': {
    spec: fields({ ...admissionBinding, validationActions: set }),
  },
  'ValidatingWebhookConfiguration.admissionregistration.k8s.io': { webhooks },
};

export function getBuiltinType({ kind, group }: Kind): FieldType {
  return fields({ apiVersion: atomic, kind: atomic, metadata: objectMeta, ...specs[`${kind}.${group}`] });
}
