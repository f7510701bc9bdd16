import { NATIVE_TOKEN, type Address, type Hex } from "@portico/evm";
import { copyLegs, findChainState, LegKind, type Leg, type Store } from "@portico/store";

/** Of Across, on each chain. */
const SPOKE_POOLS = {
  eth: "0x5c7bcd6e7de5423a257d81b442095a1a6ced35c5",
  base: "0x09aea4b2242abc8bb4bb78d537a67a245a7bec64",
} as const;
const ETHER = 10n ** 18n;
const [DEPOSITED, FILLED] = [140, 143];

interface Side {
  chain: keyof typeof SPOKE_POOLS;
  hash: Hex;
  isInbound: boolean;
  rawAmount: bigint;
  /** Of the event. */
  code: number;
  /** EIP-155 number of the other chain. */
  otherChain: bigint;
}

/** Stores a transfer of an ether from eth to base at their heads, like an indexer. @returns the hashes of its sides. */
export async function storeBridge(db: Store, owner: Address): Promise<{ left: Hex; arrived: Hex }> {
  const [left, arrived]: Hex[] = [`0x${"1e".repeat(32)}`, `0x${"a1".repeat(32)}`];
  await storeSide(db, owner, {
    chain: "eth",
    hash: left!,
    isInbound: false,
    rawAmount: ETHER,
    code: DEPOSITED,
    otherChain: 8453n,
  });
  await storeSide(db, owner, {
    chain: "base",
    hash: arrived!,
    isInbound: true,
    rawAmount: (ETHER * 999n) / 1000n,
    code: FILLED,
    otherChain: 1n,
  });
  return { left: left!, arrived: arrived! };
}

async function storeSide(db: Store, owner: Address, side: Side): Promise<void> {
  const { blockNumber, timeAt } = (await findChainState(db, side.chain))!.balances!;
  const pool = SPOKE_POOLS[side.chain];
  const shared: Omit<Leg, "isInbound" | "kind" | "rawAmount" | "token"> = {
    owner,
    blockNumber,
    timeAt,
    txIndex: 900, // after those of the devnet
    index: 0,
    subIndex: 0,
    counterparty: pool,
    txHash: side.hash,
  };
  const { isInbound, rawAmount, code, otherChain } = side;
  await copyLegs(db, side.chain, [
    { ...shared, kind: LegKind.native, isInbound, token: NATIVE_TOKEN, rawAmount },
    {
      ...shared,
      kind: LegKind.event,
      isInbound: true,
      token: pool,
      subIndex: code,
      rawAmount: otherChain + 1n,
      tokenId: 5n,
    },
  ]);
}
