import type { Address, Hash } from "@portico/evm";
import type { FoundTransaction } from "../../callSource.ts";
import { createExternalApi } from "../externalApi.ts";
import type { ExternalApiOptions } from "../externalApi.ts";
import { BehindError, ExternalSourceError } from "../externalSourceError.ts";
import { createPortalQuery } from "./portalQuery.ts";
import type { PortalRange } from "./portalQuery.ts";
import { readPortalBlocks } from "./readPortalBlocks.ts";
import type { PortalBlocks } from "./readPortalBlocks.ts";

export interface PortalClientOptions extends Omit<ExternalApiOptions, "maxRps" | "url"> {
  /** Of a dataset: `https://portal.sqd.dev/datasets/ethereum-mainnet`. */
  url: string;
  /** Requests per second; default 2, as of the public portal. */
  maxRps?: number | undefined;
}

export interface PortalClient {
  readonly host: string;
  /** The newest block. @throws ExternalSourceError. */
  readHead(this: void, signal: AbortSignal): Promise<bigint>;
  /**
   * All transactions of an owner in a range of blocks.
   * @throws BehindError if the portal doesn't have the range's last block yet; ExternalSourceError, "too_large" if it
   * should be requested in smaller ranges.
   */
  readRange(this: void, range: Omit<PortalRange, "parentHash">, signal: AbortSignal): Promise<FoundTransaction[]>;
}

const MAX_RPS = 2;
/** Requests in which a range must be read: a stream may end before its range does. */
const MAX_PARTS = 20;
const CONFLICT = 409;

export function createPortalClient(options: PortalClientOptions): PortalClient {
  const url = new URL(options.url);
  const api = createExternalApi({ ...options, url, maxRps: options.maxRps ?? MAX_RPS });
  const { host } = api;
  const at = (path: string): URL => {
    const target = new URL(url);
    target.pathname = `${url.pathname.replace(/\/$/, "")}/${path}`;
    return target;
  };
  const readPart = async (range: PortalRange, signal: AbortSignal): Promise<PortalBlocks> => {
    const read = (body: Buffer): PortalBlocks => readPortalBlocks(host, body, range);
    return api.request({ url: at("stream"), json: createPortalQuery(range), read, signal });
  };

  return {
    host,
    readHead: (signal) => api.request({ url: at("head"), read: (body) => readHead(host, body), signal }),
    async readRange({ owner, fromBlock, toBlock }, signal) {
      const found: FoundTransaction[] = [];
      let next = fromBlock;
      let parentHash: Hash | undefined;
      for (let part = 0; part < MAX_PARTS; part++) {
        const range = { owner: owner.toLowerCase() as Address, fromBlock: next, toBlock, parentHash };
        const { last, transactions } = await readPart(range, signal).catch((error: unknown) => {
          if (error instanceof ExternalSourceError && error.status === CONFLICT) throw reorganized(host);
          throw error;
        });
        if (last === undefined) throw new BehindError(host, toBlock, next === 0n ? undefined : next - 1n);
        found.push(...transactions);
        if (last.number === toBlock) return found;
        next = last.number + 1n;
        parentHash = last.hash;
      }
      throw new ExternalSourceError(
        "too_large",
        `${host} did not return ${fromBlock} to ${toBlock} in ${MAX_PARTS} parts`,
      );
    },
  };
}

const reorganized = (host: string): ExternalSourceError =>
  new ExternalSourceError("unreachable", `the chain of ${host} was reorganized between two requests`);

function readHead(host: string, body: Buffer): bigint {
  const number = /"number"\s*:\s*(\d{1,15})\b/.exec(body.toString())?.[1];
  if (number === undefined) throw new ExternalSourceError("invalid", `${host} does not report its newest block`);
  return BigInt(number);
}
