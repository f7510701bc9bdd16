import { type Address, parseEther } from "viem";
import { ORACLE } from "../contracts/chainlink.ts";
import { DEMO_OWNER } from "../demoOwner.ts";
import { nameAddress, TREASURY } from "../contracts/treasury.ts";
import { DEPLOYER } from "../contracts/nonstandardTokenTable.ts";
import { PERMIT2_SPENDER, SPENDERS } from "./actions/approving.ts";
import { encodeTransfer, TRANSFER_GAS } from "./actions/erc20.ts";
import { NATIVE, toRawAmount, type World } from "./world.ts";

/** The demo owner first; the others are derived from the seed. */
export const listUsers = (seed: number, count: number): Address[] => [
  DEMO_OWNER,
  ...Array.from({ length: count - 1 }, (_, index) => nameAddress(`person ${seed} ${index}`)),
];

const TOKENS_EACH = 5;
/** Worth of a token that a user gets at first, USD. */
const TOKEN_USD = [1_000, 200_000] as const;
/** The demo owner has the portfolio of a person: fewer coins and tokens than others, so that its positions show. */
const DEMO_COINS = { eth: 3, layer2: 1 } as const;
const DEMO_SHARE = 0.1;
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
    const coins = Math.round(world.random.magnitude(5, 500));
    sendNative(world, user, parseEther(String(user === DEMO_OWNER ? getDemoCoins(world) : coins)));
    for (const token of pickTokens(world, user)) {
      const usd = world.random.magnitude(...TOKEN_USD) * (user === DEMO_OWNER ? DEMO_SHARE : 1);
      const rawAmount = toRawAmount(world, token, Math.round(usd));
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

const getDemoCoins = ({ chain }: World): number => (chain === "eth" ? DEMO_COINS.eth : DEMO_COINS.layer2);

function sendNative(world: World, to: Address, value: bigint): void {
  world.writer.add({ from: TREASURY, to, value, gas: 21_000n });
  world.ledger.credit(to, NATIVE, value);
}

/** The demo owner gets some of every token. */
function pickTokens({ tokens, random }: World, user: Address): World["tokens"] {
  if (user === DEMO_OWNER) return tokens;
  return tokens.filter(() => random.float() < TOKENS_EACH / tokens.length);
}
