import type { Address } from "viem";
import { encodeCall } from "../../contracts/encodeCall.ts";
import { KITTIES, kittiesAbi } from "../../contracts/nfts.ts";
import { TREASURY } from "../../contracts/treasury.ts";
import type { World } from "../world.ts";
import type { Action } from "./action.ts";
import { pickOther } from "./transfers.ts";

const GAS = 150_000n;

export const breedKitty: Action = {
  name: "breed a kitty",
  weight: 1,
  act(world, actor) {
    world.writer.add({ from: TREASURY, to: KITTIES, data: encodeCall(kittiesAbi, "breed", [actor]), gas: GAS });
    world.nfts.kittyOwners.push({ owner: actor, lastUsedAt: world.timeAt });
    return true;
  },
};

export const sendKitty: Action = {
  name: "send a kitty",
  weight: 0.5,
  act(world, actor) {
    const index = pickKitty(world, actor);
    const to = pickOther(world, actor);
    if (index < 0 || !sendToKitties(world, actor, "transfer", to, index)) return false;
    world.nfts.kittyOwners[index] = { owner: to, lastUsedAt: world.timeAt };
    return true;
  },
};

export const approveKitty: Action = {
  name: "approve a kitty",
  weight: 0.3,
  act(world, actor) {
    const index = pickKitty(world, actor);
    return index >= 0 && sendToKitties(world, actor, "approve", pickOther(world, actor), index);
  },
};

const pickKitty = ({ nfts, timeAt }: World, actor: Address): number =>
  nfts.kittyOwners.findIndex(({ owner, lastUsedAt }) => owner === actor && lastUsedAt < timeAt);

/** Ids count from 1. */
function sendToKitties(world: World, from: Address, functionName: string, to: Address, index: number): boolean {
  const data = encodeCall(kittiesAbi, functionName, [to, BigInt(index + 1)]);
  return world.send({ from, to: KITTIES, data, gas: GAS });
}
