// Generated from Kubernetes 1.36.4 by `npm run generate`: do not edit. Comments are those of its OpenAPI documents.
import type { Kind, NamespacedObject } from '../../base/index.ts';
import type { LabelSelector, Quantity } from './meta.ts';

/**
 * HorizontalPodAutoscaler is the configuration for a horizontal pod autoscaler, which automatically manages the
 * replica count of any resource implementing the scale subresource based on the metrics specified.
 */
export interface HorizontalPodAutoscaler extends NamespacedObject {
  /** spec is the specification for the behaviour of the autoscaler. */
  readonly spec: HorizontalPodAutoscalerSpec;
  /** status is the current information about the autoscaler. */
  readonly status?: HorizontalPodAutoscalerStatus;
}

export const HorizontalPodAutoscaler: Kind<HorizontalPodAutoscaler> = {
  group: 'autoscaling',
  version: 'v2',
  kind: 'HorizontalPodAutoscaler',
  plural: 'horizontalpodautoscalers',
  namespaced: true,
};

/**
 * ContainerResourceMetricSource indicates how to scale on a resource metric known to Kubernetes, as specified in
 * requests and limits, describing each pod in the current scale target (e.g. CPU or memory).
 */
export interface ContainerResourceMetricSource {
  /** container is the name of the container in the pods of the scaling target */
  readonly container: string;
  /** name is the name of the resource in question. */
  readonly name: string;
  /** target specifies the target value for the given metric */
  readonly target: MetricTarget;
}

/**
 * ContainerResourceMetricStatus indicates the current value of a resource metric known to Kubernetes, as specified in
 * requests and limits, describing a single container in each pod in the current scale target (e.g. CPU or memory).
 */
export interface ContainerResourceMetricStatus {
  /** container is the name of the container in the pods of the scaling target */
  readonly container: string;
  /** current contains the current value for the given metric */
  readonly current: MetricValueStatus;
  /** name is the name of the resource in question. */
  readonly name: string;
}

/** CrossVersionObjectReference contains enough information to let you identify the referred resource. */
export interface CrossVersionObjectReference {
  /** apiVersion is the API version of the referent */
  readonly apiVersion?: string;
  /** kind is the kind of the referent */
  readonly kind: string;
  /** name is the name of the referent */
  readonly name: string;
}

/**
 * ExternalMetricSource indicates how to scale on a metric not associated with any Kubernetes object (for example
 * length of queue in cloud messaging service, or QPS from loadbalancer running outside of cluster).
 */
export interface ExternalMetricSource {
  /** metric identifies the target metric by name and selector */
  readonly metric: MetricIdentifier;
  /** target specifies the target value for the given metric */
  readonly target: MetricTarget;
}

/** ExternalMetricStatus indicates the current value of a global metric not associated with any Kubernetes object. */
export interface ExternalMetricStatus {
  /** current contains the current value for the given metric */
  readonly current: MetricValueStatus;
  /** metric identifies the target metric by name and selector */
  readonly metric: MetricIdentifier;
}

/** HPAScalingPolicy is a single policy which must hold true for a specified past interval. */
export interface HPAScalingPolicy {
  /** periodSeconds specifies the window of time for which the policy should hold true. */
  readonly periodSeconds: number;
  /** type is used to specify the scaling policy. */
  readonly type: string;
  /** value contains the amount of change which is permitted by the policy. */
  readonly value: number;
}

/**
 * HPAScalingRules configures the scaling behavior for one direction via scaling Policy Rules and a configurable
 * metric tolerance.
 */
export interface HPAScalingRules {
  /** policies is a list of potential scaling polices which can be used during scaling. */
  readonly policies?: readonly HPAScalingPolicy[];
  /** selectPolicy is used to specify which policy should be used. */
  readonly selectPolicy?: string;
  /**
   * stabilizationWindowSeconds is the number of seconds for which past recommendations should be considered while
   * scaling up or scaling down.
   */
  readonly stabilizationWindowSeconds?: number;
  /**
   * tolerance is the tolerance on the ratio between the current and desired metric value under which no updates are
   * made to the desired number of replicas (e.g. 0.01 for 1%).
   */
  readonly tolerance?: Quantity;
}

/**
 * HorizontalPodAutoscalerBehavior configures the scaling behavior of the target in both Up and Down directions
 * (scaleUp and scaleDown fields respectively).
 */
export interface HorizontalPodAutoscalerBehavior {
  /** scaleDown is scaling policy for scaling Down. */
  readonly scaleDown?: HPAScalingRules;
  /** scaleUp is scaling policy for scaling Up. */
  readonly scaleUp?: HPAScalingRules;
}

/** HorizontalPodAutoscalerCondition describes the state of a HorizontalPodAutoscaler at a certain point. */
export interface HorizontalPodAutoscalerCondition {
  /** lastTransitionTime is the last time the condition transitioned from one status to another */
  readonly lastTransitionTime?: string | null;
  /** message is a human-readable explanation containing details about the transition */
  readonly message?: string;
  /** reason is the reason for the condition's last transition. */
  readonly reason?: string;
  /** status is the status of the condition (True, False, Unknown) */
  readonly status: string;
  /** type describes the current condition */
  readonly type: string;
}

/** HorizontalPodAutoscalerSpec describes the desired functionality of the HorizontalPodAutoscaler. */
export interface HorizontalPodAutoscalerSpec {
  /**
   * behavior configures the scaling behavior of the target in both Up and Down directions (scaleUp and scaleDown fields
   * respectively).
   */
  readonly behavior?: HorizontalPodAutoscalerBehavior;
  /** maxReplicas is the upper limit for the number of replicas to which the autoscaler can scale up. */
  readonly maxReplicas: number;
  /**
   * metrics contains the specifications for which to use to calculate the desired replica count (the maximum replica
   * count across all metrics will be used).
   */
  readonly metrics?: readonly MetricSpec[];
  /** minReplicas is the lower limit for the number of replicas to which the autoscaler can scale down. */
  readonly minReplicas?: number;
  /**
   * scaleTargetRef points to the target resource to scale, and is used to the pods for which metrics should be
   * collected, as well as to actually change the replica count.
   */
  readonly scaleTargetRef: CrossVersionObjectReference;
}

/** HorizontalPodAutoscalerStatus describes the current status of a horizontal pod autoscaler. */
export interface HorizontalPodAutoscalerStatus {
  /**
   * conditions is the set of conditions required for this autoscaler to scale its target, and indicates whether or not
   * those conditions are met.
   */
  readonly conditions?: readonly HorizontalPodAutoscalerCondition[];
  /** currentMetrics is the last read state of the metrics used by this autoscaler. */
  readonly currentMetrics?: readonly MetricStatus[] | null;
  /**
   * currentReplicas is current number of replicas of pods managed by this autoscaler, as last seen by the autoscaler.
   */
  readonly currentReplicas?: number;
  /**
   * desiredReplicas is the desired number of replicas of pods managed by this autoscaler, as last calculated by the
   * autoscaler.
   */
  readonly desiredReplicas: number;
  /**
   * lastScaleTime is the last time the HorizontalPodAutoscaler scaled the number of pods, used by the autoscaler to
   * control how often the number of pods is changed.
   */
  readonly lastScaleTime?: string;
  /** observedGeneration is the most recent generation observed by this autoscaler. */
  readonly observedGeneration?: number;
}

/** MetricIdentifier defines the name and optionally selector for a metric */
export interface MetricIdentifier {
  /** name is the name of the given metric */
  readonly name: string;
  /**
   * selector is the string-encoded form of a standard kubernetes label selector for the given metric When set, it is
   * passed as an additional parameter to the metrics server for more specific metrics scoping.
   */
  readonly selector?: LabelSelector;
}

/**
 * MetricSpec specifies how to scale based on a single metric (only `type` and one other matching field should be set
 * at once).
 */
export interface MetricSpec {
  /**
   * containerResource refers to a resource metric (such as those specified in requests and limits) known to Kubernetes
   * describing a single container in each pod of the current scale target (e.g. CPU or memory).
   */
  readonly containerResource?: ContainerResourceMetricSource;
  /** external refers to a global metric that is not associated with any Kubernetes object. */
  readonly external?: ExternalMetricSource;
  /**
   * object refers to a metric describing a single kubernetes object (for example, hits-per-second on an Ingress
   * object).
   */
  readonly object?: ObjectMetricSource;
  /**
   * pods refers to a metric describing each pod in the current scale target (for example,
   * transactions-processed-per-second).
   */
  readonly pods?: PodsMetricSource;
  /**
   * resource refers to a resource metric (such as those specified in requests and limits) known to Kubernetes
   * describing each pod in the current scale target (e.g. CPU or memory).
   */
  readonly resource?: ResourceMetricSource;
  /** type is the type of metric source. */
  readonly type: string;
}

/** MetricStatus describes the last-read state of a single metric. */
export interface MetricStatus {
  /**
   * container resource refers to a resource metric (such as those specified in requests and limits) known to Kubernetes
   * describing a single container in each pod in the current scale target (e.g. CPU or memory).
   */
  readonly containerResource?: ContainerResourceMetricStatus;
  /** external refers to a global metric that is not associated with any Kubernetes object. */
  readonly external?: ExternalMetricStatus;
  /**
   * object refers to a metric describing a single kubernetes object (for example, hits-per-second on an Ingress
   * object).
   */
  readonly object?: ObjectMetricStatus;
  /**
   * pods refers to a metric describing each pod in the current scale target (for example,
   * transactions-processed-per-second).
   */
  readonly pods?: PodsMetricStatus;
  /**
   * resource refers to a resource metric (such as those specified in requests and limits) known to Kubernetes
   * describing each pod in the current scale target (e.g. CPU or memory).
   */
  readonly resource?: ResourceMetricStatus;
  /** type is the type of metric source. */
  readonly type: string;
}

/** MetricTarget defines the target value, average value, or average utilization of a specific metric */
export interface MetricTarget {
  /**
   * averageUtilization is the target value of the average of the resource metric across all relevant pods, represented
   * as a percentage of the requested value of the resource for the pods.
   */
  readonly averageUtilization?: number;
  /** averageValue is the target value of the average of the metric across all relevant pods (as a quantity) */
  readonly averageValue?: Quantity;
  /** type represents whether the metric type is Utilization, Value, or AverageValue */
  readonly type: string;
  /** value is the target value of the metric (as a quantity). */
  readonly value?: Quantity;
}

/** MetricValueStatus holds the current value for a metric */
export interface MetricValueStatus {
  /**
   * currentAverageUtilization is the current value of the average of the resource metric across all relevant pods,
   * represented as a percentage of the requested value of the resource for the pods.
   */
  readonly averageUtilization?: number;
  /** averageValue is the current value of the average of the metric across all relevant pods (as a quantity) */
  readonly averageValue?: Quantity;
  /** value is the current value of the metric (as a quantity). */
  readonly value?: Quantity;
}

/**
 * ObjectMetricSource indicates how to scale on a metric describing a kubernetes object (for example, hits-per-second
 * on an Ingress object).
 */
export interface ObjectMetricSource {
  /** describedObject specifies the descriptions of a object,such as kind,name apiVersion */
  readonly describedObject: CrossVersionObjectReference;
  /** metric identifies the target metric by name and selector */
  readonly metric: MetricIdentifier;
  /** target specifies the target value for the given metric */
  readonly target: MetricTarget;
}

/**
 * ObjectMetricStatus indicates the current value of a metric describing a kubernetes object (for example,
 * hits-per-second on an Ingress object).
 */
export interface ObjectMetricStatus {
  /** current contains the current value for the given metric */
  readonly current: MetricValueStatus;
  /** DescribedObject specifies the descriptions of a object,such as kind,name apiVersion */
  readonly describedObject: CrossVersionObjectReference;
  /** metric identifies the target metric by name and selector */
  readonly metric: MetricIdentifier;
}

/**
 * PodsMetricSource indicates how to scale on a metric describing each pod in the current scale target (for example,
 * transactions-processed-per-second).
 */
export interface PodsMetricSource {
  /** metric identifies the target metric by name and selector */
  readonly metric: MetricIdentifier;
  /** target specifies the target value for the given metric */
  readonly target: MetricTarget;
}

/**
 * PodsMetricStatus indicates the current value of a metric describing each pod in the current scale target (for
 * example, transactions-processed-per-second).
 */
export interface PodsMetricStatus {
  /** current contains the current value for the given metric */
  readonly current: MetricValueStatus;
  /** metric identifies the target metric by name and selector */
  readonly metric: MetricIdentifier;
}

/**
 * ResourceMetricSource indicates how to scale on a resource metric known to Kubernetes, as specified in requests and
 * limits, describing each pod in the current scale target (e.g. CPU or memory).
 */
export interface ResourceMetricSource {
  /** name is the name of the resource in question. */
  readonly name: string;
  /** target specifies the target value for the given metric */
  readonly target: MetricTarget;
}

/**
 * ResourceMetricStatus indicates the current value of a resource metric known to Kubernetes, as specified in requests
 * and limits, describing each pod in the current scale target (e.g. CPU or memory).
 */
export interface ResourceMetricStatus {
  /** current contains the current value for the given metric */
  readonly current: MetricValueStatus;
  /** name is the name of the resource in question. */
  readonly name: string;
}
