import { join } from "node:path";
import type { Address } from "@portico/evm";
import { findChain } from "./chainNames.ts";
import type { ContractClaim } from "./claim.ts";
import { listFiles } from "./files.ts";
import { toProtocolKey } from "./protocolKey.ts";

/** L2CrossDomainMessenger, L2StandardBridge, L2ERC721Bridge, L2ToL1MessagePasser: of every chain of the OP stack. */
const PREDEPLOYS = ["07", "10", "14", "16"].map((end) => `0x42000000000000000000000000000000000000${end}` as Address);
/** On Ethereum. */
const BRIDGES =
  /^\s*(?:L1StandardBridgeProxy|OptimismPortalProxy|L1ERC721BridgeProxy|L1CrossDomainMessengerProxy) = "(0x\w{40})"/gm;

/** The bridges between Ethereum and the chains of ethereum-optimism/superchain-registry. */
export const listSuperchainClaims = (root: string): ContractClaim[] =>
  [...listFiles(join(root, "superchain-registry"), /^superchain\/configs\/mainnet\/\w[\w-]*\.toml$/)].flatMap(
    ({ text }) => {
      const name = /^name = "(.*)"/m.exec(text)?.[1];
      const chain = findChain(/^chain_id = (\d+)/m.exec(text)?.[1] ?? "");
      if (name === undefined) return [];
      const claim = (on: string, address: string): ContractClaim => ({
        protocol: toProtocolKey(name),
        chain: on,
        address: address.toLowerCase() as Address,
        rank: "deployment",
        name,
      });
      const onEthereum = [...text.matchAll(BRIDGES)].map(([, address = ""]) => claim("eth", address));
      return [...onEthereum, ...(chain === undefined ? [] : PREDEPLOYS.map((address) => claim(chain, address)))];
    },
  );
