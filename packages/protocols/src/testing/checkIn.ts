import type { Adapter } from "../adapter.ts";
import type { Lab } from "./lab.ts";
import { openLab } from "./openLab.ts";

/** An adapter's check of its contracts in a lab on Ethereum. */
export const checkIn = async <Contracts>(lab: Lab, adapter: Adapter<Contracts>, contracts: Contracts) =>
  adapter.check?.(await openLab(lab, contracts));
