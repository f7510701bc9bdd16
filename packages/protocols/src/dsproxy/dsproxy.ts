import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi, parseAbiItem } from "viem";
import { defineAdapter } from "../adapter.ts";
import { toAddress } from "../toAddress.ts";
import { toLower } from "../toLower.ts";

export interface DsProxyContracts {
  /** Builds the proxies. */
  factory: Address;
  /** Names the proxy that an owner uses. */
  registry: Address;
}

/** Names its proxy too, so that protocols that a proxy uses through others are read for it. */
export const proxyCreated = parseAbiItem(
  "event Created(address indexed sender, address indexed owner, address proxy, address cache)",
);

/** @see https://github.com/dapphub/ds-proxy */
const proxyAbi = parseAbi(["function owner() view returns (address)"]);
const registryAbi = parseAbi(["function proxies(address owner) view returns (address)"]);

/** Contract accounts of one owner each, which Maker's vaults and others are used with. */
export const dsproxy = defineAdapter<DsProxyContracts>({
  id: "dsproxy",
  name: "DSProxy",
  siteUrl: "https://github.com/dapphub/ds-proxy",
  category: "wallet",
  readsUntrusted: true,
  /** @makerdao/dai-plugin-mcd 1.8.5 (MIT), contracts/addresses/mainnet.json */
  deployments: {
    eth: {
      factory: "0xa26e15c895efc0616177b7c1e7270a4c7d51c997",
      registry: "0x4678f0a6958e4d2bc4f1baf7bc52e8f3564f3fe4",
    },
  },
  signals: ({ factory }) => ({
    events: [{ event: proxyCreated, owners: ["owner"], key: "proxy", emitters: [factory] }],
  }),

  /** A proxy may have passed to another owner, so each must name the owner. */
  async listAccounts({ contracts, owner, interactions, tryRead }) {
    const registered = {
      address: contracts.registry,
      abi: registryAbi,
      functionName: "proxies",
      args: [owner],
    } as const;
    const [current] = await tryRead([registered]);
    const built = interactions.flatMap(({ contract, key }) => (contract === contracts.factory ? [toAddress(key)] : []));
    const used = current === undefined || current === ZERO_ADDRESS ? [] : [toLower(current)];
    const proxies = [...new Set([...used, ...built])].filter((address) => address !== owner);
    const owners = await tryRead(
      proxies.map((address) => ({ address, abi: proxyAbi, functionName: "owner" }) as const),
    );
    return proxies.filter((_address, index) => owners[index] !== undefined && toLower(owners[index]) === owner);
  },
});
