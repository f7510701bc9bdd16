import { erc20Abi } from "viem";
import { encodeCall } from "../contracts/encodeCall.ts";
import { TREASURY } from "../contracts/treasury.ts";
import { reportStake, WSTETH } from "../contracts/lido.ts";
import { VAULT, vaultAbi } from "../contracts/vaults.ts";
import { DEMO_OWNER } from "../demoOwner.ts";
import type { World } from "./world.ts";

/** Daily earnings: about three per cent a year for staked coins, seven for the vault. */
const STAKE_EARNS = 10n * 10n ** 18n;
const VAULT_EARNS = 100n * 10n ** 6n;
const GAS = 200_000n;

/** Grows the assets of shares once a day: the vault's without an event, Lido's with a report. */
export function payYields(world: World): void {
  world.writer.action = "pay yields";
  sendToken(world, getUsdc(world), VAULT, VAULT_EARNS);
  if (world.chain === "eth") world.writer.add({ ...reportStake(STAKE_EARNS), from: TREASURY, gas: GAS });
}

/** The treasury buys shares for some users, including the demo owner. */
export function giveShares(world: World): void {
  world.writer.action = "give shares";
  for (const [index, user] of [DEMO_OWNER, ...world.users.slice(1, 3)].entries()) {
    const deposit = encodeCall(vaultAbi, "deposit", [BigInt(1_000 * (index + 1)) * 10n ** 6n, user]);
    world.writer.add({ from: TREASURY, to: VAULT, data: deposit, gas: GAS });
    if (world.chain === "eth") sendToken(world, WSTETH, user, BigInt(index + 1) * 10n ** 18n);
  }
}

function sendToken(world: World, token: `0x${string}`, to: `0x${string}`, rawAmount: bigint): void {
  world.writer.add({ from: TREASURY, to: token, data: encodeCall(erc20Abi, "transfer", [to, rawAmount]), gas: GAS });
}

function getUsdc({ tokens }: World): `0x${string}` {
  const usdc = tokens.find(({ symbol }) => symbol === "USDC");
  if (usdc === undefined) throw new Error("The devnet has no USDC");
  return usdc.address;
}
