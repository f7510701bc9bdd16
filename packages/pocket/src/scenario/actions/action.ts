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

/** Lets somebody do it, under its name. */
export const perform = (world: World, action: Action, actor: Address): boolean =>
  mean(world, action.name, () => action.act(world, actor));

/** What is sent meanwhile is meant to be this. */
export function mean<T>({ writer }: World, deed: string, work: () => T): T {
  const before = writer.deed;
  writer.deed = deed;
  try {
    return work();
  } finally {
    writer.deed = before;
  }
}
