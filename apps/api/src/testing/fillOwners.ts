import { NATIVE_TOKEN, type Address } from "@portico/evm";
import { findDeployed, writePositions, type Position } from "@portico/protocols";
import {
  copyBlocks,
  copyLegs,
  LegKind,
  upsertInteractions,
  writeBalances,
  writeInitialScans,
  writePositionReads,
  type Store,
} from "@portico/store";
import { stateKeyOf } from "../data/positions/stateKeyOf.ts";
import { BASE_HEAD, BASE_USDC, ETH_HEAD, ETH_START, RECEIPT, USDC, WETH } from "./fillStore.ts";

/** Holds 1 ether, and positions in two protocols of `eth` and in one of `base`: see DAVES_USD. */
export const DAVE: Address = "0x00000000000000000000000000000000000000d0";
/** Received a token on `eth` and `base` at FIRST_USE, and a token without metadata. */
export const ERIN: Address = "0x00000000000000000000000000000000000000e0";
export const FIRST_USE = 1_700_000_000;
export const NO_METADATA: Address = "0x00000000000000000000000000000000000000ff";

/** 2 ether minus 1,000 USDC; 1 WETH and 3,000 USDC; 50 USDC minus 20 USDC: ether is 3,000 USD. */
export const DAVES_USD = { ether: 3000, aave3: 5000, uniswap2: 6000, base_aave3: 30 };

const ETHER = 10n ** 18n;
const DOLLAR = 1_000_000n;

const lending = (
  supply: { token: Address; rawAmount: bigint },
  borrow: { token: Address; rawAmount: bigint },
): Position => ({
  name: "Lending",
  pool: { controller: WETH },
  detail: { type: "lending", supplies: [supply], borrows: [borrow], healthRate: 1.5 },
});

const liquidity: Position = {
  name: "Liquidity Pool",
  pool: { controller: RECEIPT },
  detail: {
    type: "common",
    supplies: [
      { token: WETH, rawAmount: ETHER },
      { token: USDC, rawAmount: 3_000n * DOLLAR },
    ],
  },
};

/** Owners with positions that were read at the newest blocks, so that no node is needed, and with a first use. */
export async function fillOwners(db: Store): Promise<void> {
  await copyBlocks(db, "eth", [ETH_HEAD]);
  await copyBlocks(db, "base", [BASE_HEAD]);
  const { blockNumber } = ETH_HEAD;
  await writeInitialScans(db, "eth", { blockNumber, listId: 1, owners: [DAVE, ERIN], balances: [] });
  await writeBalances(db, "eth", blockNumber, [
    { owner: DAVE, token: NATIVE_TOKEN, rawAmount: ETHER },
    { owner: DAVE, token: RECEIPT, rawAmount: 5n },
  ]);
  await writeDavesPositions(db);
  await writeFirstUse(db);
}

async function writeDavesPositions(db: Store): Promise<void> {
  const none = { receipts: [], nfts: new Map(), interactions: [] };
  const { markets } = findDeployed("base_aave3")!.contracts as { markets: readonly { pool: Address }[] };
  const { pool } = markets[0]!;
  await upsertInteractions(db, "base", [{ owner: DAVE, contract: pool, key: "", blockNumber: BASE_HEAD.blockNumber }]);
  const reads = [
    {
      chain: "eth",
      protocolId: "aave3",
      head: ETH_HEAD,
      position: lending({ token: NATIVE_TOKEN, rawAmount: 2n * ETHER }, { token: USDC, rawAmount: 1_000n * DOLLAR }),
      stateKey: stateKeyOf({ ...none, interactionsFrom: ETH_START }),
    },
    {
      chain: "eth",
      protocolId: "uniswap2",
      head: ETH_HEAD,
      position: liquidity,
      stateKey: stateKeyOf({ ...none, receipts: [RECEIPT], interactionsFrom: ETH_START }),
    },
    {
      chain: "base",
      protocolId: "base_aave3",
      head: BASE_HEAD,
      position: lending({ token: BASE_USDC, rawAmount: 50n * DOLLAR }, { token: BASE_USDC, rawAmount: 20n * DOLLAR }),
      stateKey: stateKeyOf({ ...none, interactions: [{ contract: pool, key: "" }] }),
    },
  ];
  const rows = reads.map(({ chain, protocolId, head, position, stateKey }) => {
    const { blockNumber, hash: blockHash, timeAt } = head;
    const text = writePositions({ positions: [position], accounts: [] }, stateKey);
    return { owner: DAVE, chain, protocolId, blockNumber, blockHash, timeAt, text, amounts: {} };
  });
  await writePositionReads(db, rows);
}

async function writeFirstUse(db: Store): Promise<void> {
  const location = { blockNumber: 6_999_999n, txIndex: 0, txHash: ETH_HEAD.hash, timeAt: FIRST_USE, index: 1 };
  const received = { kind: LegKind.token, subIndex: 0, isInbound: true, counterparty: DAVE, rawAmount: 1n };
  for (const chain of ["eth", "base"]) {
    await copyLegs(db, chain, [{ owner: ERIN, token: WETH, ...location, ...received }]);
    await writeBalances(db, chain, location.blockNumber, [{ owner: ERIN, token: WETH, rawAmount: 1n }]);
  }
  await writeBalances(db, "base", BASE_HEAD.blockNumber, [{ owner: ERIN, token: NO_METADATA, rawAmount: 3n }]);
}
