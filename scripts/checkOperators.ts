import { createRpc, getChain, nameChain, type Address, type ChainUrls } from "@portico/evm";
import { contractSubject, parseSubject, readSubject, type Subject } from "@portico/store";
import { broken, type Finding, ok, warn } from "./portico/doctor/finding.ts";

const WHAT = "operators";
const TIMEOUT_MS = 5_000;
/** Code prefix of an externally owned account with a delegation (EIP-7702). */
const DELEGATION = "0xef0100";

/** Whether every operator in PORTICO_OPERATORS can sign in: an address by its key, a contract on its chain. */
export async function checkOperators(text: string | undefined, chains: readonly ChainUrls[]): Promise<Finding[]> {
  const entries = (text ?? "").split(",").map((entry) => entry.trim());
  const named = entries.filter((entry) => entry !== "").map(parseSubject);
  const known = named.filter((operator) => operator !== undefined);
  if (known.length < named.length) {
    const advice = "write addresses, or eip155:<chain>:<address> for contracts, separated by commas";
    return [broken(WHAT, "PORTICO_OPERATORS has an invalid account: the dashboard does not start", advice)];
  }
  return (await Promise.all(known.map((operator) => checkOperator(operator, chains)))).flat();
}

async function checkOperator(operator: Subject, chains: readonly ChainUrls[]): Promise<Finding[]> {
  const { address, chainId } = readSubject(operator);
  const on = nameChain(chainId);
  const selected = chains.filter(({ chain }) => on === null || chain === on);
  if (on !== null && selected.length === 0) {
    return [warn(WHAT, `${operator} can't sign in: '${on}' has no RPC here`, `set PORTICO_RPC_${on.toUpperCase()}`)];
  }
  const codes = await Promise.all(selected.map((chain) => readCode(chain, address)));
  if (on === null) {
    const contractOn = selected.filter((_, at) => isContract(codes[at]));
    return [judgeKey(address, contractOn)];
  }
  if (codes[0] === undefined)
    return [warn(WHAT, `${operator}: the RPC of '${on}' is unavailable`, "see the findings on that RPC")];
  if (codes[0] !== "0x") return [ok(WHAT, `${operator} is a contract on '${on}'`)];
  return [warn(WHAT, `${operator} has no contract code`, "check its chain and address")];
}

function judgeKey(address: Address, contractOn: readonly ChainUrls[]): Finding {
  if (contractOn.length === 0) return ok(WHAT, `${address} signs in with its key; no contract found at this address`);
  const ids = contractOn.map(({ chain }) => contractSubject(getChain(chain).chainId, address));
  const text = `${address} is a contract (${contractOn.map(({ chain }) => chain).join(", ")}): it can't sign in by its address alone`;
  return broken(WHAT, text, `write it with the chain on which you own it: ${ids.join(" or ")}`);
}

const isContract = (code: string | undefined): boolean =>
  code !== undefined && code !== "0x" && !code.startsWith(DELEGATION);

/** @returns undefined if the chain does not respond. */
async function readCode({ chain, urls }: ChainUrls, address: Address): Promise<string | undefined> {
  const rpc = createRpc({ chain: getChain(chain), urls, attempts: Math.max(2, urls.length), timeoutMs: TIMEOUT_MS });
  const code = await rpc.send({ method: "eth_getCode", params: [address, "latest"] }).catch(() => undefined);
  return typeof code === "string" ? code.toLowerCase() : undefined;
}
