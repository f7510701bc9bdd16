import { type Address, type Hex, parseEther } from "viem";
import { encodeCall } from "../contracts/encodeCall.ts";
import { APES, apesAbi, STOREFRONT, storefrontAbi } from "../contracts/nfts.ts";
import { TREASURY } from "../contracts/treasury.ts";
import { approvePermit2, SPENDERS } from "./actions/approving.ts";
import { approve, encodeTransfer, TRANSFER_GAS } from "./actions/erc20.ts";
import { provideToV2 } from "./actions/liquidityV2.ts";
import { provideToV3 } from "./actions/liquidityV3.ts";
import { ensureSeller } from "./actions/nfts.ts";
import { DEMO_OWNER } from "./people.ts";
import { NATIVE, toRawAmount, UNLIMITED, type World } from "./world.ts";

const EACH_USD = 5_000;
const LIQUIDITY_USD = 1_000;
const GAS = 250_000n;

/** First half: what the treasury gives, so that the demo owner holds every kind of thing whatever it did before. */
export function giveToDemoOwner(world: World): void {
  give(world, DEMO_OWNER, parseEther("50"));
  for (const token of world.tokens) {
    const rawAmount = toRawAmount(world, token, EACH_USD);
    const data = encodeTransfer(DEMO_OWNER, rawAmount);
    world.writer.add({ from: TREASURY, to: token.address, data, gas: TRANSFER_GAS });
    world.ledger.credit(DEMO_OWNER, token.address, (rawAmount * 49n) / 100n);
  }
  for (let count = 0; count < 2; count += 1) mint(world, APES, encodeCall(apesAbi, "mint", [DEMO_OWNER]));
  world.nfts.apeOwners.push(DEMO_OWNER, DEMO_OWNER);
  mint(world, STOREFRONT, encodeCall(storefrontAbi, "mint", [DEMO_OWNER, 7n, 100n, "0x"]));
}

/** Second half, a block later: approvals of every kind and liquidity. After that it rests, so that all of it is there at the end. */
export function settleDemoOwner(world: World): void {
  const [v2Pool, v3Pool] = [world.pools.v2[0], world.pools.v3[0]];
  const usdc = world.tokens.find(({ symbol }) => symbol === "USDC");
  if (v2Pool === undefined || v3Pool === undefined || usdc === undefined) throw new Error("The pocket lacks its pools");
  const hasLiquidity =
    provideToV2(world, DEMO_OWNER, v2Pool, LIQUIDITY_USD) && provideToV3(world, DEMO_OWNER, v3Pool, LIQUIDITY_USD);
  if (!hasLiquidity) throw new Error("The demo owner was given too little");
  const limited = SPENDERS.find(
    (spender) => world.approvals.find(DEMO_OWNER, { token: usdc.address, spender }) === undefined,
  );
  if (limited !== undefined) approve(world, DEMO_OWNER, usdc.address, limited, toRawAmount(world, usdc, 250));
  approvePermit2(world, DEMO_OWNER, world.facts.wrappedToken, UNLIMITED >> 96n, world.timeAt + 30 * 86_400);
  ensureSeller(world, DEMO_OWNER);
  const ape = world.nfts.apeOwners.findLastIndex((owner) => owner === DEMO_OWNER);
  const data = encodeCall(apesAbi, "approve", [world.people[1], BigInt(ape)]);
  world.send({ from: DEMO_OWNER, to: APES, data, gas: GAS });
  world.resting = DEMO_OWNER;
}

function give(world: World, to: Address, value: bigint): void {
  world.writer.add({ from: TREASURY, to, value, gas: 21_000n });
  world.ledger.credit(to, NATIVE, value);
}

const mint = (world: World, to: Address, data: Hex): void => world.writer.add({ from: TREASURY, to, data, gas: GAS });
