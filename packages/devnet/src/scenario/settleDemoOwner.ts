import { type Address, type Hex, parseEther } from "viem";
import { encodeCall } from "../contracts/encodeCall.ts";
import { APES, apesAbi, STOREFRONT, storefrontAbi } from "../contracts/nfts.ts";
import { getToken } from "../contracts/tokenTable.ts";
import { TREASURY } from "../contracts/treasury.ts";
import { mean } from "./actions/action.ts";
import { approveByPermit2, approvePermit2, approveSpender, SPENDERS } from "./actions/approving.ts";
import { approve, encodeTransfer, TRANSFER_GAS } from "./actions/erc20.ts";
import { stakeShare, stakeShareOf } from "./actions/farming.ts";
import { addToV2, provideToV2 } from "./actions/liquidityV2.ts";
import { mintPosition, provideToV3 } from "./actions/liquidityV3.ts";
import { borrow, borrowFromAave, supply, supplyToAave } from "./actions/lending.ts";
import { approveApe, ensureSeller } from "./actions/nfts.ts";
import { stakeCoins, submit, wrapStake, wrapStaked } from "./actions/staking.ts";
import { DEMO_OWNER } from "../demoOwner.ts";
import { readShares } from "./readPools.ts";
import { NATIVE, toRawAmount, UNLIMITED, type World } from "./world.ts";

const COINS = parseEther("1");
/** On eth, where some of them are staked. */
const COINS_TO_STAKE = parseEther("6");
const EACH_USD = 2_500;
/** Of the tokens that are put to work. */
const WORKING_USD = 12_000;
const WORKING: ReadonlySet<string> = new Set(["USDC", "WBTC", "WETH"]);
const LIQUIDITY_USD = 2_000;
const COLLATERAL_USD = 5_500;
const REWARDED_USD = 500;
const LOAN_USD = 1_500;
const GAS = 250_000n;

/** First part: gifts of the treasury, so that the demo owner holds every kind of asset. */
export function giveToDemoOwner(world: World): void {
  world.writer.action = "give to the demo owner";
  give(world, DEMO_OWNER, world.chain === "eth" ? COINS_TO_STAKE : COINS);
  for (const token of world.tokens) {
    const rawAmount = toRawAmount(world, token, WORKING.has(token.symbol) ? WORKING_USD : EACH_USD);
    const data = encodeTransfer(DEMO_OWNER, rawAmount);
    world.writer.add({ from: TREASURY, to: token.address, data, gas: TRANSFER_GAS });
    world.ledger.credit(DEMO_OWNER, token.address, (rawAmount * 49n) / 100n);
  }
  for (let count = 0; count < 2; count += 1) mint(world, APES, encodeCall(apesAbi, "mint", [DEMO_OWNER]));
  world.nfts.apeOwners.push(DEMO_OWNER, DEMO_OWNER);
  mint(world, STOREFRONT, encodeCall(storefrontAbi, "mint", [DEMO_OWNER, 7n, 100n, "0x"]));
}

/**
 * Second part, a block later: approvals of every kind and liquidity. Afterwards it stays idle, so that all of it exists
 * at the end; see lockDemoOwner.
 */
export function settleDemoOwner(world: World): void {
  const [v2Pool, v3Pool] = [world.pools.v2[0], world.pools.v3[0]];
  const usdc = world.tokens.find(({ symbol }) => symbol === "USDC");
  if (v2Pool === undefined || v3Pool === undefined || usdc === undefined) throw new Error("The devnet has no pools");
  const hasLiquidity =
    mean(world, addToV2.name, () => provideToV2(world, DEMO_OWNER, v2Pool, LIQUIDITY_USD)) &&
    mean(world, mintPosition.name, () => provideToV3(world, DEMO_OWNER, v3Pool, LIQUIDITY_USD));
  if (!hasLiquidity || !settleYields(world)) throw new Error("The demo owner received too few tokens");
  const limited = SPENDERS.find(
    (spender) => world.approvals.find(DEMO_OWNER, { token: usdc.address, spender }) === undefined,
  );
  world.writer.action = approveSpender.name;
  if (limited !== undefined) approve(world, DEMO_OWNER, usdc.address, limited, toRawAmount(world, usdc, 250));
  world.writer.action = approveByPermit2.name;
  approvePermit2(world, DEMO_OWNER, world.config.wrappedToken, UNLIMITED >> 96n, world.timeAt + 30 * 86_400);
  ensureSeller(world, DEMO_OWNER);
  const ape = world.nfts.apeOwners.findLastIndex((owner) => owner === DEMO_OWNER);
  const data = encodeCall(apesAbi, "approve", [world.users[1], BigInt(ape)]);
  world.send({ from: DEMO_OWNER, to: APES, data, gas: GAS, action: approveApe.name });
  world.resting = DEMO_OWNER;
}

/** A loan, with rewards for part of its collateral, and staked coins, plain and wrapped. */
function settleYields(world: World): boolean {
  if (world.chain !== "eth") return true;
  const toRaw = (symbol: string, usd: number) => toRawAmount(world, getToken("eth", symbol), usd);
  const supplied = mean(
    world,
    supplyToAave.name,
    () =>
      supply(world, DEMO_OWNER, "WBTC", toRaw("WBTC", COLLATERAL_USD)) &&
      supply(world, DEMO_OWNER, "USDC", toRaw("USDC", REWARDED_USD)),
  );
  return (
    supplied &&
    mean(world, borrowFromAave.name, () => borrow(world, DEMO_OWNER, "DAI", toRaw("DAI", LOAN_USD))) &&
    mean(world, stakeCoins.name, () => submit(world, DEMO_OWNER, parseEther("4")))
  );
}

/**
 * Third part, another block later: assets that must exist before they can be staked or wrapped. A third of the pair's
 * share remains.
 */
export async function lockDemoOwner(world: World): Promise<void> {
  const [pool] = world.pools.v2;
  if (world.chain !== "eth" || pool === undefined) return;
  const [share = 0n] = await readShares(world, [{ owner: DEMO_OWNER, pool }]);
  world.writer.action = stakeShare.name;
  stakeShareOf(world, DEMO_OWNER, pool, "first", share / 3n);
  stakeShareOf(world, DEMO_OWNER, pool, "last", share / 3n);
  world.writer.action = wrapStake.name;
  wrapStaked(world, DEMO_OWNER, parseEther("2"));
}

function give(world: World, to: Address, value: bigint): void {
  world.writer.add({ from: TREASURY, to, value, gas: 21_000n });
  world.ledger.credit(to, NATIVE, value);
}

const mint = (world: World, to: Address, data: Hex): void => world.writer.add({ from: TREASURY, to, data, gas: GAS });
