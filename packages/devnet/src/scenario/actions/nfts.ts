import { type Address, type Hex, parseEther, parseUnits, zeroAddress } from "viem";
import { encodeCall } from "../../contracts/encodeCall.ts";
import { APES, apesAbi, MARKETPLACE, marketplaceAbi } from "../../contracts/nfts.ts";
import { TREASURY } from "../../contracts/treasury.ts";
import type { Offer } from "../nftBook.ts";
import { NATIVE, type World } from "../world.ts";
import type { Action } from "./action.ts";
import { SPENDERS } from "./approving.ts";
import { ensureApproved } from "./erc20.ts";
import { pickOther } from "./transfers.ts";

const MINT_GAS = 250_000n;
const GAS = 200_000n;
const BUY_GAS = 300_000n;

/** The treasury mints on request. */
export const mintApe: Action = {
  name: "mint an ERC-721 token",
  weight: 2.5,
  act(world, actor) {
    world.writer.add({ from: TREASURY, to: APES, data: encodeCall(apesAbi, "mint", [actor]), gas: MINT_GAS });
    world.nfts.busy.add(world.nfts.apeOwners.push(actor) - 1);
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

export const burnApe: Action = {
  name: "burn an ERC-721 token",
  weight: 0.3,
  act(world, actor) {
    const id = pickApe(world, actor);
    if (id === undefined) return false;
    if (!world.send({ from: actor, to: APES, data: encodeCall(apesAbi, "burn", [BigInt(id)]), gas: GAS })) return false;
    world.nfts.apeOwners[id] = zeroAddress;
    return true;
  },
};

export const approveApe: Action = {
  name: "approve an ERC-721 token",
  weight: 0.5,
  act(world, actor) {
    const id = pickApe(world, actor);
    const spender = pickOther(world, actor);
    if (id === undefined || spender === actor) return false; // the contract rejects an owner's approval of itself
    return world.send({ from: actor, to: APES, data: encodeCall(apesAbi, "approve", [spender, BigInt(id)]), gas: GAS });
  },
};

/** All ERC-721 tokens are approved for a spender for some users and revoked for others. */
export const openApes: Action = {
  name: "approve all ERC-721 tokens",
  weight: 0.7,
  act(world, actor) {
    const data = encodeCall(apesAbi, "setApprovalForAll", [world.random.pick(SPENDERS), world.random.chance(0.6)]);
    return world.send({ from: actor, to: APES, data, gas: GAS });
  },
};

export const listApe: Action = {
  name: "offer an ERC-721 token",
  weight: 2.5,
  act(world, actor) {
    const id = pickApe(world, actor);
    if (id === undefined || !ensureSeller(world, actor)) return false;
    const offer = makeOffer(world);
    const args = [APES, BigInt(id), offer.payToken ?? zeroAddress, offer.rawAmount];
    if (!world.send({ from: actor, to: MARKETPLACE, data: encodeCall(marketplaceAbi, "list", args), gas: GAS }))
      return false;
    world.nfts.listings.set(id, offer);
    world.nfts.busy.add(id);
    return true;
  },
};

export const buyApe: Action = {
  name: "buy an ERC-721 token",
  weight: 2.5,
  act(world, actor) {
    const { nfts } = world;
    for (const [id, offer] of nfts.listings) {
      const seller = nfts.apeOwners[id];
      if (seller === undefined || seller === actor || nfts.busy.has(id)) continue;
      if (!pay(world, actor, seller, offer, encodeCall(marketplaceAbi, "buy", [APES, BigInt(id)]))) continue;
      nfts.listings.delete(id);
      nfts.apeOwners[id] = actor;
      nfts.busy.add(id);
      return true;
    }
    return false;
  },
};

/** Two of three for native coin, the others for wrapped coin or USDC. */
function makeOffer({ random, tokens, config }: World): Offer {
  const price = Math.round(random.magnitude(10, 1_000)) / 100;
  if (random.chance(0.66)) return { rawAmount: parseEther(`${price}`) };
  const usdc = tokens.find(({ symbol }) => symbol === "USDC");
  if (usdc === undefined || random.chance(0.5)) {
    return { payToken: config.wrappedToken, rawAmount: parseEther(`${price / 10}`) };
  }
  return { payToken: usdc.address, rawAmount: parseUnits(`${price}`, usdc.decimals + 2) };
}

/** False unless the buyer has twice as much. */
function pay(world: World, buyer: Address, seller: Address, { payToken, rawAmount }: Offer, data: Hex): boolean {
  const { ledger } = world;
  const money = payToken ?? NATIVE;
  if (ledger.get(buyer, money) < rawAmount * 2n) return false;
  if (payToken !== undefined && !ensureApproved(world, buyer, payToken, MARKETPLACE)) return false;
  const value = payToken === undefined ? rawAmount : 0n;
  if (!world.send({ from: buyer, to: MARKETPLACE, data, value, gas: BUY_GAS })) return false;
  if (payToken !== undefined) ledger.debit(buyer, payToken, rawAmount);
  ledger.credit(seller, money, rawAmount);
  return true;
}

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
  if (!world.send({ from: owner, to: APES, data, gas: GAS, action: "open to the marketplace before" })) return false;
  world.nfts.sellers.add(owner);
  return true;
}
