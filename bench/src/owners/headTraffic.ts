import { listTokens, TREASURY } from "@portico/devnet";
import { type Address, keccak256, numberToHex, slice, stringToHex } from "viem";
import type { Node } from "../chain/node.ts";
import { createSender } from "../chain/recordChain.ts";
import { createTraffic } from "../chain/traffic.ts";

const SYMBOLS = new Set(["WETH", "USDC", "DAI", "WBTC", "AAVE", "PEPE"]);
const PER_BLOCK = 150;
const SIZE = { senderCount: 300, receiverCount: 30_000 };
/** One in so many followed owners has a transaction in the traffic. */
const ACTIVE_ONE_IN = 20;

/** Blocks of 150 transactions, most with three transfers, on a devnet whose automine is off. */
export interface HeadTraffic {
  /** Gives the senders their coins and tokens. */
  setUp(): Promise<void>;
  mineBlock(this: void): Promise<void>;
  /** Of these, one in twenty has a transaction in so many blocks of the traffic, as long as there are enough. */
  listOwners(count: number): Address[];
}

/** @param blocks - That will be mined. */
export async function createHeadTraffic(node: Node, blocks: number): Promise<HeadTraffic> {
  const tokens = listTokens("eth").filter(({ symbol }) => SYMBOLS.has(symbol));
  const traffic = createTraffic(tokens, SIZE);
  const active = listActive(tokens, blocks);
  const send = await createSender(node, async () => {});
  return {
    async setUp() {
      await node.batch([["evm_setAutomine", [false]]]);
      await node.batch(traffic.senders.map((sender) => ["anvil_setBalance", [sender, numberToHex(10n ** 24n)]]));
      await send(traffic.listSetUp(TREASURY), 300);
    },
    mineBlock: () =>
      send(
        Array.from({ length: PER_BLOCK }, () => traffic.next()),
        PER_BLOCK,
      ),
    listOwners: (count) => {
      const picked = active.slice(0, Math.ceil(count / ACTIVE_ONE_IN));
      const idle = Array.from({ length: count - picked.length }, (_, n) => nameOwner(n));
      return [...picked, ...idle];
    },
  };
}

/** Participants of the same traffic, in random order. */
function listActive(tokens: ReturnType<typeof listTokens>, blocks: number): Address[] {
  const traffic = createTraffic(tokens, SIZE);
  for (let n = 0; n < blocks * PER_BLOCK; n++) traffic.next();
  const owners = [...new Set([...traffic.pairs].map((pair): Address => `0x${pair.slice(2, 42)}`))];
  return owners.toSorted((a, b) => (keccak256(a) < keccak256(b) ? -1 : 1));
}

const nameOwner = (n: number): Address => slice(keccak256(stringToHex(`idle owner ${n}`)), 12);
