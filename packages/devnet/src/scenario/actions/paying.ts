import { type Address, type Hex, numberToHex, parseEther } from "viem";
import { encodeCall } from "../../contracts/encodeCall.ts";
import { MARKETPLACE } from "../../contracts/nfts.ts";
import {
  ATTEMPTS,
  attemptsAbi,
  DISPERSER,
  disperserAbi,
  encodeFirework,
  getWalletAddress,
  WALLET_FACTORY,
  walletAbi,
  walletFactoryAbi,
} from "../../contracts/payments.ts";
import { NATIVE, takePart, type World } from "../world.ts";
import type { Action } from "./action.ts";
import { ensureApproved } from "./erc20.ts";
import { pickOther, toArriving } from "./transfers.ts";

const GAS = 400_000n;
const GAS_EACH = 80_000n;
const DUST = parseEther("0.000001");

/** Many are paid in one transaction; the excess is returned. */
export const disperseCoins: Action = {
  name: "disperse coins",
  weight: 1.5,
  act(world, actor) {
    const value = takePart(world, actor, NATIVE);
    const recipients = pickOthers(world, actor, 12);
    const each = value / BigInt(recipients.length + 1);
    if (each === 0n) return false;
    const data = encodeCall(disperserAbi, "disperseEther", [recipients, recipients.map(() => each)]);
    const gas = GAS + GAS_EACH * BigInt(recipients.length);
    if (!world.send({ from: actor, to: DISPERSER, data, value, gas })) return false;
    for (const to of recipients) world.ledger.credit(to, NATIVE, each);
    return true;
  },
};

export const disperseTokens: Action = {
  name: "disperse tokens",
  weight: 1.5,
  act(world, actor) {
    const { address } = world.random.pick(world.tokens);
    const recipients = pickOthers(world, actor, 25);
    const each = takePart(world, actor, address) / BigInt(recipients.length);
    if (each === 0n || !ensureApproved(world, actor, address, DISPERSER)) return false;
    const amounts = recipients.map(() => each);
    const data = encodeCall(disperserAbi, "disperseTokenSimple", [address, recipients, amounts]);
    const gas = GAS + GAS_EACH * BigInt(recipients.length);
    if (!world.send({ from: actor, to: DISPERSER, data, gas })) return false;
    world.ledger.debit(actor, address, each * BigInt(recipients.length));
    for (const to of recipients) world.ledger.credit(to, address, toArriving(world, address, each));
    return true;
  },
};

/** A nested creation with value, which pays an account on the way. */
export const createWallet: Action = {
  name: "create a wallet",
  weight: 0.7,
  act(world, actor) {
    const value = takePart(world, actor, NATIVE);
    const friend = pickOther(world, actor);
    const salt = numberToHex(world.wallets.length, { size: 32 });
    const data = encodeCall(walletFactoryAbi, "create", [salt, friend]);
    if (value < DUST || !world.send({ from: actor, to: WALLET_FACTORY, data, value, gas: 2n * GAS })) return false;
    const address = getWalletAddress(actor, friend, salt);
    world.ledger.credit(friend, NATIVE, value / 4n);
    world.ledger.credit(address, NATIVE, value - value / 4n);
    world.wallets.push({ address, owner: actor });
    return true;
  },
};

export const payFromWallet: Action = {
  name: "pay from a wallet",
  weight: 1.5,
  act(world, actor) {
    const owned = world.wallets.filter(
      ({ owner, address }) => owner === actor && world.ledger.get(address, NATIVE) > DUST,
    );
    if (owned.length === 0) return false;
    const { address } = world.random.pick(owned);
    const to = pickOther(world, actor);
    const value = world.ledger.get(address, NATIVE) / BigInt(world.random.pick([1, 3, 10]));
    const data = encodeCall(walletAbi, "execute", [to, value, "0x"]);
    if (!world.send({ from: actor, to: address, data, gas: GAS })) return false;
    world.ledger.debit(address, NATIVE, value);
    world.ledger.credit(to, NATIVE, value);
    return true;
  },
};

/** The first attempt's payment is reverted within the transaction. */
export const payAtSecondAttempt: Action = {
  name: "pay at the second attempt",
  weight: 0.7,
  act: (world, actor) =>
    pay(world, actor, (to, value) => ({
      to: ATTEMPTS,
      value,
      data: encodeCall(attemptsAbi, "payAtSecondAttempt", [to]),
    })),
};

/** A contract that is destroyed by the transaction that creates it. */
export const launchFirework: Action = {
  name: "launch a firework",
  weight: 0.4,
  act: (world, actor) => pay(world, actor, (to, value) => ({ value, data: encodeFirework(to, value) })),
};

/** The marketplace rejects native coin: nothing moves, but the gas is spent. */
export const payInVain: Action = {
  name: "pay in vain",
  weight: 0.3,
  act(world, actor) {
    const value = takePart(world, actor, NATIVE);
    if (!world.send({ from: actor, to: MARKETPLACE, value, gas: GAS_EACH })) return false;
    world.ledger.credit(actor, NATIVE, value);
    return true;
  },
};

type Payment = { to?: Address; value: bigint; data: Hex };

function pay(world: World, actor: Address, encode: (to: Address, value: bigint) => Payment): boolean {
  const value = takePart(world, actor, NATIVE);
  const to = pickOther(world, actor);
  if (value < DUST || !world.send({ from: actor, ...encode(to, value), gas: GAS })) return false;
  world.ledger.credit(to, NATIVE, value);
  return true;
}

function pickOthers(world: World, actor: Address, max: number): Address[] {
  return Array.from({ length: world.random.int(3, max) }, () => pickOther(world, actor));
}
