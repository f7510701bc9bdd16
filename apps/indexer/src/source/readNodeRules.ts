import { findCause, RpcCallError } from "@portico/evm";
import type { CoinRules, Rpc } from "@portico/evm";

/** Names of nodes that simulate a chain for developers: they charge no fee for data, and report none. */
const DEVELOPMENT_NODE = /^(anvil|hardhat|ganache|ethereumjs)/i;

/** The chain's rules, as far as the node follows them. */
export async function readNodeRules(rpc: Pick<Rpc, "send">, rules: CoinRules): Promise<CoinRules> {
  if (!rules.hasDataFee) return rules;
  const name = await readName(rpc);
  return DEVELOPMENT_NODE.test(name) ? { ...rules, hasDataFee: false } : rules;
}

/** "" if the node refuses to tell it. */
async function readName(rpc: Pick<Rpc, "send">): Promise<string> {
  try {
    const name = await rpc.send({ method: "web3_clientVersion", params: [] });
    return typeof name === "string" ? name : "";
  } catch (error) {
    if (findCause(error, RpcCallError) === undefined) throw error;
    return "";
  }
}
