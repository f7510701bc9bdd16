import type { Chain } from "@portico/evm";
import type { CallSource } from "../callSource.ts";

/** A source that is not the chain's node. Its results are hints, to be verified by the node. */
export interface ExternalSource extends CallSource {
  readonly host: string;
  /** The newest block that it has indexed. @throws ExternalSourceError. */
  readHead(signal: AbortSignal): Promise<bigint>;
}

/** The part of a chain that an external source needs. */
export type SourceChain = Pick<Chain, "chainId" | "slug">;
