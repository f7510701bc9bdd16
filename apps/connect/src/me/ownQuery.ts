import { nameChain } from "@portico/evm";
import { invalidParams } from "@portico/server";
import { readSubject, type Subject } from "@portico/store";

/**
 * Parameters that restrict the data API to an account's own data: its address, and for a contract account its
 * chain, because on other chains the address may have another owner.
 * @param query - The caller's own parameters.
 * @throws ServiceError invalid_params for another chain than the account's.
 */
export function ownQuery(account: Subject, query: Readonly<Record<string, string>> = {}): URLSearchParams {
  const { address: id, chainId } = readSubject(account);
  if (chainId === null) return new URLSearchParams({ ...query, id });
  const chain = nameChain(chainId);
  const { chain_id: only, chain_ids: some, ...others } = query;
  if (only !== undefined && only !== chain) throw elsewhere("chain_id", chain);
  if (some !== undefined && !some.split(",").includes(chain)) throw elsewhere("chain_ids", chain);
  return new URLSearchParams({ ...others, ...(only === undefined ? { chain_ids: chain } : { chain_id: chain }), id });
}

const elsewhere = (name: string, chain: string) =>
  invalidParams({ [name]: `must be '${chain}': the account is a contract on this chain only` });
