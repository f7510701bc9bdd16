import type { AccountCode } from "@portico/contract";
import type { Address } from "@portico/evm";
import {
  listCatalogueCollections,
  listCatalogueContracts,
  listContractMetadata,
  type ContractMetadata,
} from "@portico/store";
import type { Deps } from "../deps.ts";
import { chooseProtocol, isOwnName, toHistoryProtocol, type NameDeps } from "./protocols/contractProtocol.ts";

/** What the index knows of an address on chains. Requests the code that nobody has read, or that may be another by now. */
export async function readCodeList(
  { accountCodes, db, ...names }: NameDeps & Pick<Deps, "accountCodes" | "db">,
  address: Address,
  chains: readonly string[],
): Promise<AccountCode[]> {
  const among = chains.map((chain) => ({ chain, address }));
  const page = { among, start: 0, limit: among.length };
  const [metadata, contracts, collections] = await Promise.all([
    listContractMetadata(db, among),
    listCatalogueContracts(db, page),
    listCatalogueCollections(db, page),
  ]);
  const metadataOf = new Map(metadata.map((one) => [one.chain, one]));
  const contractOf = new Map(contracts.map((one) => [one.chain, one]));
  const vouched = new Set(collections.flatMap(({ chain, collection }) => (collection.isVerified ? [chain] : [])));
  accountCodes.request(metadata.filter((one) => !contractOf.has(one.chain) && isUnread(one)));
  return chains.map((chain) => {
    const { code, ...links }: Partial<ContractMetadata> = metadataOf.get(chain) ?? {};
    const known = contractOf.get(chain);
    const protocol = findProtocol(names, { chain, address }, links);
    const isContract = known !== undefined || links.implementation !== undefined || isOwnName(protocol);
    const isVouched = vouched.has(chain) || names.tokens.find(chain, address)?.token.isVerified === true;
    return {
      chain,
      is_contract: isContract || (code?.hasCode ?? null),
      name: known?.name ?? "",
      is_token: known?.isToken === true,
      is_verified: known?.isToken === true && isVouched,
      protocol: protocol === undefined ? null : toHistoryProtocol(protocol),
      delegate: code?.delegate === undefined ? null : toDelegate(names, chain, code.delegate),
    };
  });
}

/**
 * By the code that it runs before its creator: anybody can have a factory create anything. Not of a token: everybody moves
 * it, its issuer's other contracts are something else.
 */
function findProtocol(
  names: NameDeps,
  at: { chain: string; address: Address },
  { protocolId: found, ...links }: Partial<Omit<ContractMetadata, "code">>,
) {
  const { implementation, beacon } = links;
  const protocol =
    chooseProtocol(names, at, { found, implementation, beacon }) ?? chooseProtocol(names, at, { found, ...links });
  return protocol?.kind === "token" ? undefined : protocol;
}

function toDelegate(names: NameDeps, chain: string, id: Address): NonNullable<AccountCode["delegate"]> {
  const protocol = findProtocol(names, { chain, address: id }, {});
  return { id, protocol: protocol === undefined ? null : toHistoryProtocol(protocol) };
}

/** Nobody has asked for it, or there was none long ago. */
const isUnread = ({ code }: ContractMetadata): boolean =>
  code === undefined || (code.hasCode === false && code.readBlock !== undefined && code.isOld);
