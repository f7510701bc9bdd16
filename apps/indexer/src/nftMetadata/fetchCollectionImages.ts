import { readContractUris } from "@portico/evm";
import type { Rpc } from "@portico/evm";
import { claimCollections, writeCollectionImages } from "@portico/store";
import type { CollectionImage, CollectionTask, NftMetadata, Store } from "@portico/store";
import { fetchInTurn, type FetchOutcome, type Fetching } from "./fetchInTurn.ts";

/** Longer than a batch can take. */
const LEASE_SECONDS = 600;

/**
 * Fetches the images of collections by their contracts' own metadata (EIP-7572), as NFTs' metadata is. Where the node
 * fails they are due again after the lease.
 * @returns how many were taken.
 */
export async function fetchCollectionImages(
  worker: Fetching & { readonly db: Store },
  chain: string,
  rpc: Rpc,
): Promise<number> {
  const { db, settings, signal } = worker;
  const tasks = await claimCollections(db, chain, { limit: settings.batch, leaseSeconds: LEASE_SECONDS });
  if (tasks.length === 0) return 0;
  const contracts = tasks.map(({ contract }) => contract);
  const uris = await readContractUris(rpc, contracts, { blockNumber: await rpc.getBlockNumber() });
  const images = await Promise.all(
    tasks.map(async (task, index) => toImage(task, await fetchInTurn(worker, { ...task, tokenId: 0n }, uris[index]))),
  );
  if (!signal.aborted) await writeCollectionImages(db, chain, images);
  return tasks.length;
}

function toImage(task: CollectionTask, outcome: FetchOutcome): CollectionImage {
  if (outcome.kind === "fetched") return { ...task, url: findImage(outcome.metadata) };
  const { kind } = outcome;
  return {
    ...task,
    isDeferred: kind === "deferred",
    ...("delaySeconds" in outcome && { delaySeconds: outcome.delaySeconds }),
  };
}

const findImage = ({ thumbnailUrl, contentType, content }: NftMetadata): string | null =>
  thumbnailUrl ?? (contentType === "image_url" ? content : null);
