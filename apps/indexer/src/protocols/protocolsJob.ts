import type { Deployed } from "@portico/protocols";
import type { SideWork } from "../sideWork.ts";

/** Input of the side jobs that identify, check and read protocols. */
export interface ProtocolsJob extends SideWork {
  /** The protocols of the chain; default: all. */
  deployed?: readonly Deployed[];
  /** Interval between checks for new contracts. */
  pollMs?: number;
  /** Time in which a node of a limited rate identifies one page only; default: PAGE_PAUSE_MS. */
  pagePauseMs?: number;
}
