import type { Adapter } from "../adapter.ts";
import type { CatalogueRow } from "./catalogueRow.ts";

/** A part of a protocol on one chain, which reads its own contracts. */
export interface DeployedPart {
  /** An adapter, or a family. Those that forks share are the same functions. */
  reader: Partial<Adapter>;
  contracts: unknown;
  /** Undefined: of an adapter's table. */
  row?: CatalogueRow;
}
