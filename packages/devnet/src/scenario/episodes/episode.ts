import type { World } from "../world.ts";

/** An event that happens once on every chain, in its own block, whatever the scenario's size. */
export interface Episode {
  name: string;
  act(world: World): Promise<void> | void;
}

/** Plays it, under its name. */
export async function playEpisode(world: World, episode: Episode): Promise<void> {
  world.writer.action = episode.name;
  await episode.act(world);
}
