import type { Address } from "@portico/evm";
import { parseAbi, parseAbiItem } from "viem";
import type { AbiEvent } from "viem";
import type { OwnerContext } from "../../adapter.ts";
import { defineFamily } from "../../family.ts";
import { readFlowOfSender, readFlowToRecipient } from "./flowStream.ts";
import { readLockupStream } from "./lockupStream.ts";

export interface SablierContracts {
  streams: Address;
  /** Streams without an end. */
  isFlow: boolean;
}

/** Of version 1, and of those since. */
const created = parseAbi([
  "event CreateFlowStream(uint256 streamId, address indexed sender, address indexed recipient, uint128 ratePerSecond, address indexed token, bool transferable)",
  "event CreateFlowStream(uint256 streamId, address creator, address indexed sender, address indexed recipient, uint128 ratePerSecond, uint40 snapshotTime, address indexed token, bool transferable)",
]) as readonly AbiEvent[];
const streamsAbi = [parseAbiItem("function nextStreamId() view returns (uint256)")];

/** Streams of tokens: recipients hold NFTs; senders of streams without an end can take back what is not streamed yet. */
export const sablierFamily = defineFamily<SablierContracts>({
  name: "sablier",
  roles: { streams: "required" },
  perAddress: "streams",
  toContracts: ({ streams = [] }, { variant = "" }) => ({
    streams: streams[0]!,
    isFlow: variant.startsWith("SablierFlow"),
  }),

  signals: ({ streams, isFlow }) => ({
    nfts: [streams],
    ...(isFlow && {
      events: created.map((event) => ({ event, emitters: [streams], owners: ["sender"], key: "streamId" })),
    }),
  }),

  async listPositions(context: OwnerContext<SablierContracts>) {
    const { streams, isFlow } = context.contracts;
    const received = context.nfts.get(streams) ?? [];
    const sent = context.interactions.flatMap(({ contract, key }) => (contract === streams ? [BigInt(key)] : []));
    const read = isFlow ? readFlowToRecipient : readLockupStream;
    const found = await Promise.all([
      ...received.map((id) => read(context, streams, id)),
      ...sent.map((id) => readFlowOfSender(context, streams, id)),
    ]);
    return found.filter((position) => position !== undefined);
  },

  async check({ contracts: { streams }, tryRead }) {
    const [next] = await tryRead([{ address: streams, abi: streamsAbi, functionName: "nextStreamId" }]);
    return next === undefined ? "nextStreamId() of streams does not respond" : undefined;
  },
});
