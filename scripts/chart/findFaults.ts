import type { Manifest } from "./renderChart.ts";

/** Kubernetes' schemas, by apiVersion. */
const SCHEMAS: Readonly<Record<string, () => Promise<object>>> = {
  v1: () => import("kubernetes-models/v1"),
  "apps/v1": () => import("kubernetes-models/apps/v1"),
  "autoscaling/v2": () => import("kubernetes-models/autoscaling/v2"),
  "batch/v1": () => import("kubernetes-models/batch/v1"),
  "monitoring.coreos.com/v1": () => import("@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1"),
  "networking.k8s.io/v1": () => import("kubernetes-models/networking.k8s.io/v1"),
  "policy/v1": () => import("kubernetes-models/policy/v1"),
};

type Model = new (manifest: object) => { validate: () => void };

/** What Kubernetes' schemas refuse of manifests; fields that they don't know are no fault. */
export async function findFaults(manifests: readonly Manifest[]): Promise<string[]> {
  const faults = manifests.map(async (manifest) => {
    const { apiVersion, kind, metadata } = manifest;
    const models = (await SCHEMAS[apiVersion]?.()) as Record<string, Model> | undefined;
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
