import { NATIVE_TOKEN, type Address } from "@portico/evm";
import { writePositions } from "@portico/protocols";
import {
  advanceChain,
  ensureChainState,
  replacePrices,
  unknownToken,
  upsertTokens,
  writeBalances,
  writeInitialScans,
  type Store,
  type Token,
} from "@portico/store";
import { stateKeyOf } from "../data/positions/stateKeyOf.ts";

export const ALICE: Address = "0xd8da6bf26964af9d7eed9e03e53415d37aa96045";
export const BOB: Address = "0x00000000000000000000000000000000000000b0";
export const CAROL: Address = "0x00000000000000000000000000000000000000c0";
export const USDC: Address = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
export const WETH: Address = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2";
export const FAKE_USDC: Address = "0x00000000000000000000000000000000000bad01";
export const NAMELESS: Address = "0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789";
export const RECEIPT: Address = "0x00000000000000000000000000000000000a0001";
export const HOSTILE: Address = "0x00000000000000000000000000000000000bad02";
export const BASE_USDC: Address = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";

export const HOSTILE_SYMBOL = '"><img src=x onerror=alert(1)>\u202Egnp\u0007';
export const MAX_UINT256 = 2n ** 256n - 1n;

const hash = `0x${"11".repeat(32)}` as const;
export const ETH_HEAD = { blockNumber: 19_000_000n, hash, timeAt: 1_763_700_000 };
export const BASE_HEAD = { blockNumber: 7_000_000n, hash, timeAt: 1_763_700_100 };

const token = (chain: string, address: Address, fields: Partial<Token>): Token => ({
  ...unknownToken(chain, address),
  ...fields,
});

const known = { isVerified: true, isCore: true };

const TOKENS: Token[] = [
  token("eth", NATIVE_TOKEN, {
    standard: "native",
    name: "Ether",
    symbol: "ETH",
    decimals: 18,
    timeAt: 1_438_269_973,
    ...known,
  }),
  token("eth", USDC, { name: "USD Coin", symbol: "USDC", decimals: 6, timeAt: 1_533_324_504, ...known }),
  token("eth", WETH, { name: "Wrapped Ether", symbol: "WETH", decimals: 18, ...known }),
  token("eth", FAKE_USDC, { name: "USD Coin", symbol: "USDC", decimals: 6 }),
  token("eth", NAMELESS, {}),
  token("eth", RECEIPT, { name: "A receipt", symbol: "rUSDC", decimals: 6, protocolId: "uniswap2" }),
  token("eth", HOSTILE, { name: HOSTILE_SYMBOL, symbol: HOSTILE_SYMBOL, decimals: 255 }),
  token("base", BASE_USDC, { name: "USD Coin", symbol: "USDC", decimals: 6, ...known }),
];

const price = (address: Address, usd: number) => ({
  token: address,
  usd,
  source: "chainlink",
  blockNumber: 1n,
  timeAt: 1,
});

const held = (address: Address, rawAmount: bigint) => ({ owner: ALICE, token: address, rawAmount });

/** The first indexed block of `eth`. */
export const ETH_START = 18_992_800n;

/**
 * Two synced chains with Alice's holdings (Bob and Carol hold nothing, any other account is unknown on eth), and `arb`
 * during its first sync.
 */
export async function fillStore(db: Store): Promise<void> {
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: ETH_START });
  await ensureChainState(db, { chain: "base", chainId: 8453, startBlock: 0n });
  await ensureChainState(db, { chain: "arb", chainId: 42_161, startBlock: 5n });
  await upsertTokens(db, TOKENS);
  await replacePrices(db, "eth", [price(NATIVE_TOKEN, 3000), price(USDC, 1), price(WETH, 3000), price(RECEIPT, 1)]);
  await replacePrices(db, "base", [price(BASE_USDC, 1), price(NATIVE_TOKEN, 3000)]);
  await writeBalances(db, "eth", ETH_HEAD.blockNumber, [
    held(NATIVE_TOKEN, 240_014_887_325_196_554_938n),
    held(USDC, 250_500_000n),
    held(FAKE_USDC, 1n),
    held(NAMELESS, 7n),
    held(RECEIPT, 1_000_000_000n),
    held(HOSTILE, MAX_UINT256),
    held(WETH, 0n),
  ]);
  await writeBalances(db, "base", BASE_HEAD.blockNumber, [held(BASE_USDC, 5_000_000n)]);
  const owners = [ALICE, BOB, CAROL];
  await writeInitialScans(db, "eth", { blockNumber: ETH_HEAD.blockNumber, listId: 1, owners, balances: [] });
  await writeWorthless(db);
  await advanceChain(db, "eth", { logs: ETH_HEAD, balances: ETH_HEAD });
  await advanceChain(db, "base", { logs: BASE_HEAD, balances: BASE_HEAD });
}

/** Stores that Alice's receipt is worthless at the latest block, so that no node is needed. */
async function writeWorthless(db: Store): Promise<void> {
  const fields = stateKeyOf({ receipts: [RECEIPT], nfts: new Map(), interactions: [], interactionsFrom: ETH_START });
  const read = {
    owner: `\\x${ALICE.slice(2)}` as const,
    chain: "eth",
    protocol_id: "uniswap2",
    block_number: ETH_HEAD.blockNumber,
    block_hash: `\\x${hash.slice(2)}` as const,
    time_at: ETH_HEAD.timeAt,
    positions: writePositions({ positions: [], accounts: [] }, fields),
  };
  await db.insertInto("position_read").values(read).execute();
}
