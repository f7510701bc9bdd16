import type { Manifest } from "./renderChart.ts";

/** Kubernetes' schemas, by apiVersion and kind. */
const SCHEMAS: Readonly<Record<string, () => Promise<object>>> = {
  "v1 Service": () => import("kubernetes-models/v1/Service"),
  "apps/v1 Deployment": () => import("kubernetes-models/apps/v1/Deployment"),
  "autoscaling/v2 HorizontalPodAutoscaler": () => import("kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler"),
  "batch/v1 Job": () => import("kubernetes-models/batch/v1/Job"),
  "monitoring.coreos.com/v1 PrometheusRule": () =>
    import("@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule"),
  "monitoring.coreos.com/v1 ServiceMonitor": () =>
    import("@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor"),
  "networking.k8s.io/v1 Ingress": () => import("kubernetes-models/networking.k8s.io/v1/Ingress"),
  "policy/v1 PodDisruptionBudget": () => import("kubernetes-models/policy/v1/PodDisruptionBudget"),
};

type Model = new (manifest: object) => { validate: () => void };

/** What Kubernetes' schemas refuse of manifests; fields that they don't know are no fault. */
export async function findFaults(manifests: readonly Manifest[]): Promise<string[]> {
  const faults = manifests.map(async (manifest) => {
    const { apiVersion, kind, metadata } = manifest;
    const models = (await SCHEMAS[`${apiVersion} ${kind}`]?.()) as Record<string, Model> | undefined;
    const model = models?.[kind];
    if (model === undefined) return `${apiVersion} ${kind} is unknown`;
    try {
      new model(manifest).validate();
      return undefined;
    } catch (error) {
      return `${kind} ${metadata.name}: ${(error as Error).message}`;
    }
  });
  return (await Promise.all(faults)).filter((fault) => fault !== undefined);
}
