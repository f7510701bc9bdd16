/** The thread of startReaderThread: reads the ranges that it is asked for, several at once. */
import { parentPort, workerData } from "node:worker_threads";
import { createChainRpc } from "../chainWork.ts";
import { WATCHED_TOPICS } from "../decode/decodeLogs.ts";
import { createErrorText } from "../errorText.ts";
import { ReorgError } from "../reorgError.ts";
import { createSource } from "../source/createSource.ts";
import type { PackedRange } from "./packedRange.ts";
import { createRangeReader } from "./rangeReader.ts";
import type { ReaderData, ReaderFailure, ReaderMessage, ReaderQuestion } from "./readerMessages.ts";

const port = parentPort;
if (port === null) throw new Error("readerWorker.ts is a thread, see readerThread.ts");
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what startReaderThread gives
const { chain: slug, rpcUrls, headNumber, maxBlocks, reads } = workerData as ReaderData;

const say = (message: ReaderMessage, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer);
const { chain, rpc } = createChainRpc(slug, rpcUrls, (call) => say({ call }));
const source = createSource({ chain, rpc, topics: WATCHED_TOPICS, maxBlocks, reads });
const reader = createRangeReader(chain, source);
const toText = createErrorText(rpcUrls);

const listBuffers = ({ legs, transactions }: PackedRange): ArrayBuffer[] =>
  [legs, transactions].flatMap(({ chunks }) => chunks.map(({ buffer }) => buffer));

const toFailure = (error: unknown): ReaderFailure => ({
  name: error instanceof Error ? error.name : "Error",
  message: toText(error),
  reorgedBlock: error instanceof ReorgError ? error.blockNumber : undefined,
});

port.on("message", ({ id, fromBlock, toBlock }: ReaderQuestion) => {
  reader.read(fromBlock, toBlock).then(
    (range) => say({ id, range }, listBuffers(range)),
    (error: unknown) => say({ id, failure: toFailure(error) }),
  );
});

await source.probe(headNumber);
say({ isReady: true });
