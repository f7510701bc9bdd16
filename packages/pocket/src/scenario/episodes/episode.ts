import type { World } from "../world.ts";

/** Something that happens once on every chain, in a block of its own, however large the scenario is. */
export interface Episode {
  name: string;
  act(world: World): Promise<void> | void;
}

/** Lets it happen, under its name. */
export async function playEpisode(world: World, episode: Episode): Promise<void> {
  world.writer.deed = episode.name;
  await episode.act(world);
}
