import type { DistributedNode } from "@portico/store";
import { formatBytes } from "./formatBytes.ts";

/** `worker 10.0.0.5:5432` */
export const nameNode = ({ host, port, isCoordinator }: DistributedNode): string =>
  `${isCoordinator ? "coordinator" : "worker"} ${host}:${port}`;

/** `16 shards, 1.5 GB`, or why it does not answer. */
export const renderNode = ({ shards, bytes, failure }: DistributedNode): string => {
  if (failure !== undefined) return `does not answer: ${failure}`;
  return [...(shards === 0 ? [] : [`${shards} shards`]), formatBytes(bytes ?? 0)].join(", ");
};
