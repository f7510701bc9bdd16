import { type Address, parseEther } from "viem";
import { encodeCall } from "../../contracts/encodeCall.ts";
import { APES, apesAbi, MARKETPLACE, marketplaceAbi, STOREFRONT, storefrontAbi } from "../../contracts/nfts.ts";
import { TREASURY } from "../../contracts/treasury.ts";
import { toStorefrontKey } from "../nftBook.ts";
import { NATIVE, type World } from "../world.ts";
import type { Action } from "./action.ts";
import { pickOther } from "./transfers.ts";

const MINT_GAS = 250_000n;
const GAS = 200_000n;
const STOREFRONT_IDS = 12;

/** The treasury mints for whoever asks. */
export const mintApe: Action = {
  name: "mint an ERC-721 token",
  weight: 2.5,
  act(world, actor) {
    world.writer.add({ from: TREASURY, to: APES, data: encodeCall(apesAbi, "mint", [actor]), gas: MINT_GAS });
    world.nfts.busy.add(world.nfts.apeOwners.push(actor) - 1);
    return true;
  },
};

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

export const sendItems: Action = {
  name: "send ERC-1155 tokens",
  weight: 1.5,
  act(world, actor) {
    const ids = Array.from({ length: STOREFRONT_IDS }, (_, index) => BigInt(index + 1));
    const owned = ids.filter((id) => world.ledger.get(actor, toStorefrontKey(id)) > 0n);
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

export const sendApe: Action = {
  name: "send an ERC-721 token",
  weight: 1,
  act(world, actor) {
    const id = pickApe(world, actor);
    if (id === undefined) return false;
    const to = pickOther(world, actor);
    const data = encodeCall(apesAbi, "safeTransferFrom", [actor, to, BigInt(id)]);
    if (!world.send({ from: actor, to: APES, data, gas: GAS })) return false;
    world.nfts.apeOwners[id] = to;
    world.nfts.busy.add(id);
    return true;
  },
};

export const approveApe: Action = {
  name: "approve an ERC-721 token",
  weight: 0.5,
  act(world, actor) {
    const id = pickApe(world, actor);
    const spender = pickOther(world, actor);
    if (id === undefined || spender === actor) return false; // the contract refuses an owner's approval of itself
    return world.send({ from: actor, to: APES, data: encodeCall(apesAbi, "approve", [spender, BigInt(id)]), gas: GAS });
  },
};

/** Items are open to the marketplace for some and closed again for others. */
export const openItems: Action = {
  name: "approve all ERC-1155 tokens",
  weight: 0.7,
  act(world, actor) {
    const data = encodeCall(storefrontAbi, "setApprovalForAll", [MARKETPLACE, world.random.chance(0.7)]);
    return world.send({ from: actor, to: STOREFRONT, data, gas: GAS });
  },
};

export const listApe: Action = {
  name: "offer an ERC-721 token",
  weight: 2.5,
  act(world, actor) {
    const id = pickApe(world, actor);
    if (id === undefined || !ensureSeller(world, actor)) return false;
    const price = parseEther(`${Math.round(world.random.magnitude(10, 1_000)) / 100}`);
    const data = encodeCall(marketplaceAbi, "list", [APES, BigInt(id), price]);
    if (!world.send({ from: actor, to: MARKETPLACE, data, gas: GAS })) return false;
    world.nfts.listings.set(id, price);
    world.nfts.busy.add(id);
    return true;
  },
};

export const buyApe: Action = {
  name: "buy an ERC-721 token",
  weight: 2,
  act(world, actor) {
    const { nfts, ledger } = world;
    for (const [id, price] of nfts.listings) {
      const seller = nfts.apeOwners[id];
      if (seller === undefined || seller === actor || nfts.busy.has(id)) continue;
      if (ledger.get(actor, NATIVE) < price * 2n) continue;
      const data = encodeCall(marketplaceAbi, "buy", [APES, BigInt(id)]);
      if (!world.send({ from: actor, to: MARKETPLACE, data, value: price, gas: GAS })) return false;
      ledger.credit(seller, NATIVE, price);
      nfts.listings.delete(id);
      nfts.apeOwners[id] = actor;
      nfts.busy.add(id);
      return true;
    }
    return false;
  },
};

/** One that is not for sale, the newest first. */
function pickApe({ nfts }: World, owner: Address): number | undefined {
  const id = nfts.apeOwners.findLastIndex(
    (other, index) => other === owner && !nfts.listings.has(index) && !nfts.busy.has(index),
  );
  return id < 0 ? undefined : id;
}

export function ensureSeller(world: World, owner: Address): boolean {
  if (world.nfts.sellers.has(owner)) return true;
  const data = encodeCall(apesAbi, "setApprovalForAll", [MARKETPLACE, true]);
  if (!world.send({ from: owner, to: APES, data, gas: GAS })) return false;
  world.nfts.sellers.add(owner);
  return true;
}
