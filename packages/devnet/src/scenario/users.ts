import { type Address, parseEther } from "viem";
import { ORACLE } from "../contracts/chainlink.ts";
import { nameAddress, TREASURY } from "../contracts/treasury.ts";
import { DEPLOYER } from "../contracts/nonstandardTokenTable.ts";
import { PERMIT2_SPENDER, SPENDERS } from "./actions/approving.ts";
import { encodeTransfer, TRANSFER_GAS } from "./actions/erc20.ts";
import { NATIVE, toRawAmount, type World } from "./world.ts";

/** anvil's first development account ("test test … junk"), so that it can also sign. */
export const DEMO_OWNER: Address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

/** The demo owner first; the others are derived from the seed. */
export const listUsers = (seed: number, count: number): Address[] => [
  DEMO_OWNER,
  ...Array.from({ length: count - 1 }, (_, index) => nameAddress(`person ${seed} ${index}`)),
];

const TOKENS_EACH = 5;
const USERS_PER_BLOCK = 500;

/**
 * Gives all users native coins and some tokens, by transactions of the treasury, so that their origin is visible on
 * chain.
 */
export async function fundUsers(world: World): Promise<void> {
  world.writer.action = "fund people";
  sendNative(world, ORACLE, parseEther("100000"));
  for (const agent of [DEPLOYER, ...SPENDERS, PERMIT2_SPENDER[world.chain]])
    sendNative(world, agent, parseEther("1000"));
  for (const [index, user] of world.users.entries()) {
    sendNative(world, user, BigInt(Math.round(world.random.magnitude(5, 500))) * parseEther("1"));
    for (const token of pickTokens(world, user)) {
      const rawAmount = toRawAmount(world, token, Math.round(world.random.magnitude(1_000, 200_000)));
      world.writer.add({
        from: TREASURY,
        to: token.address,
        data: encodeTransfer(user, rawAmount),
        gas: TRANSFER_GAS,
      });
      world.ledger.credit(user, token.address, (rawAmount * 49n) / 100n);
    }
    if (index % USERS_PER_BLOCK === USERS_PER_BLOCK - 1) await world.writer.mine();
  }
  await world.writer.mine();
  world.ledger.settle();
}

function sendNative(world: World, to: Address, value: bigint): void {
  world.writer.add({ from: TREASURY, to, value, gas: 21_000n });
  world.ledger.credit(to, NATIVE, value);
}

/** The demo owner gets some of every token. */
function pickTokens({ tokens, random }: World, user: Address): World["tokens"] {
  if (user === DEMO_OWNER) return tokens;
  return tokens.filter(() => random.float() < TOKENS_EACH / tokens.length);
}
