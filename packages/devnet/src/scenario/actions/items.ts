import type { Address } from "viem";
import { encodeCall } from "../../contracts/encodeCall.ts";
import { MARKETPLACE, STOREFRONT, storefrontAbi } from "../../contracts/nfts.ts";
import { TREASURY } from "../../contracts/treasury.ts";
import { toStorefrontKey } from "../nftBook.ts";
import type { World } from "../world.ts";
import type { Action } from "./action.ts";
import { pickOther } from "./transfers.ts";

const MINT_GAS = 250_000n;
const GAS = 200_000n;
const STOREFRONT_IDS = 12;

export const mintItems: Action = {
  name: "mint ERC-1155 tokens",
  weight: 2.5,
  act(world, actor) {
    const id = BigInt(world.random.int(1, STOREFRONT_IDS));
    const count = BigInt(world.random.int(1, 100));
    const data = encodeCall(storefrontAbi, "mint", [actor, id, count, "0x"]);
    world.writer.add({ from: TREASURY, to: STOREFRONT, data, gas: MINT_GAS });
    world.ledger.credit(actor, toStorefrontKey(id), count);
    return true;
  },
};

export const mintItemBatch: Action = {
  name: "mint a batch of ERC-1155 tokens",
  weight: 1,
  act(world, actor) {
    const ids = Array.from({ length: world.random.int(1, 5) }, () => BigInt(world.random.int(1, STOREFRONT_IDS)));
    const counts = ids.map(() => BigInt(world.random.int(1, 20)));
    const data = encodeCall(storefrontAbi, "mintBatch", [actor, ids, counts, "0x"]);
    world.writer.add({ from: TREASURY, to: STOREFRONT, data, gas: 2n * MINT_GAS });
    for (const [index, id] of ids.entries()) world.ledger.credit(actor, toStorefrontKey(id), counts[index] ?? 0n);
    return true;
  },
};

/** All that the user has of it, or one. */
export const sendItem: Action = {
  name: "send one kind of ERC-1155 token",
  weight: 1,
  act(world, actor) {
    const id = listOwned(world, actor)[0];
    if (id === undefined) return false;
    const count = world.random.chance(0.5) ? 1n : world.ledger.get(actor, toStorefrontKey(id));
    const to = pickOther(world, actor);
    const data = encodeCall(storefrontAbi, "safeTransferFrom", [actor, to, id, count, "0x"]);
    if (!world.send({ from: actor, to: STOREFRONT, data, gas: GAS })) return false;
    world.ledger.debit(actor, toStorefrontKey(id), count);
    world.ledger.credit(to, toStorefrontKey(id), count);
    return true;
  },
};

export const burnItems: Action = {
  name: "burn ERC-1155 tokens",
  weight: 0.3,
  act(world, actor) {
    const id = listOwned(world, actor).at(-1);
    if (id === undefined) return false;
    const count = world.ledger.get(actor, toStorefrontKey(id));
    const data = encodeCall(storefrontAbi, "burn", [actor, id, count]);
    if (!world.send({ from: actor, to: STOREFRONT, data, gas: GAS })) return false;
    world.ledger.debit(actor, toStorefrontKey(id), count);
    return true;
  },
};

export const sendItems: Action = {
  name: "send ERC-1155 tokens",
  weight: 1.5,
  act(world, actor) {
    const owned = listOwned(world, actor);
    if (owned.length === 0) return false;
    const sent = owned.slice(0, world.random.int(1, 3));
    const counts = sent.map((id) => (world.ledger.get(actor, toStorefrontKey(id)) + 1n) / 2n);
    const to = pickOther(world, actor);
    const data = encodeCall(storefrontAbi, "safeBatchTransferFrom", [actor, to, sent, counts, "0x"]);
    if (!world.send({ from: actor, to: STOREFRONT, data, gas: GAS })) return false;
    for (const [index, id] of sent.entries()) {
      world.ledger.debit(actor, toStorefrontKey(id), counts[index] ?? 0n);
      world.ledger.credit(to, toStorefrontKey(id), counts[index] ?? 0n);
    }
    return true;
  },
};

/** Items are approved for the marketplace for some users and revoked for others. */
export const openItems: Action = {
  name: "approve all ERC-1155 tokens",
  weight: 0.7,
  act(world, actor) {
    const data = encodeCall(storefrontAbi, "setApprovalForAll", [MARKETPLACE, world.random.chance(0.7)]);
    return world.send({ from: actor, to: STOREFRONT, data, gas: GAS });
  },
};

function listOwned(world: World, owner: Address): bigint[] {
  const ids = Array.from({ length: STOREFRONT_IDS }, (_, index) => BigInt(index + 1));
  return ids.filter((id) => world.ledger.get(owner, toStorefrontKey(id)) > 0n);
}
