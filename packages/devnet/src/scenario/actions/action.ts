import type { Address } from "viem";
import type { World } from "../world.ts";

/** An action of users. */
export interface Action {
  name: string;
  /** Relative frequency. */
  weight: number;
  /** Sends its transactions; false if this user can't do it now. */
  act(world: World, actor: Address): boolean;
}

/** Performs an action for a user, under its name. */
export const perform = (world: World, action: Action, actor: Address): boolean =>
  mean(world, action.name, () => action.act(world, actor));

/** Labels transactions sent meanwhile. */
export function mean<T>({ writer }: World, action: string, work: () => T): T {
  const before = writer.action;
  writer.action = action;
  try {
    return work();
  } finally {
    writer.action = before;
  }
}
