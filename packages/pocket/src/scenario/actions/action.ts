import type { Address } from "viem";
import type { World } from "../world.ts";

/** Something that people do. */
export interface Action {
  name: string;
  /** How often, relative to the others. */
  weight: number;
  /** Sends the transactions of it; false when this person can't do it now. */
  act(world: World, actor: Address): boolean;
}
