import type { World } from "../world.ts";

/** Something that happens once on every chain, in a block of its own, however large the scenario is. */
export interface Episode {
  name: string;
  act(world: World): Promise<void> | void;
}
