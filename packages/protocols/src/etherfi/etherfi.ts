import { NATIVE_TOKEN } from "@portico/evm";
import { defineAdapter } from "../adapter.ts";
import { checkWrappedStakes, listWrappedPools, listWrappedStakes, unwrapStake } from "../families/wrappedStakes.ts";
import type { WrappedStake } from "../families/wrappedStakes.ts";
import type { EtherfiContracts } from "./etherfiContracts.ts";
import { listWithdrawRequests } from "./withdrawRequests.ts";

/** Restaked coins, valued in native coin, which requests pay one to one. */
export const etherfi = defineAdapter<EtherfiContracts>({
  id: "etherfi",
  name: "ether.fi",
  siteUrl: "https://www.ether.fi",
  category: "restaking",
  /** etherfi.gitbook.io/etherfi/contracts-and-integrations/deployed-contracts; sETHFI: DefiLlama-Adapters projects/ether-fi (ISC). */
  deployments: {
    eth: {
      eeth: "0x35fa164735182de50811e8e2e824cfb9b6118ac2",
      weeth: "0xcd5fe23c85820f7b72d0926fc9b05b43e359b7ee",
      liquidityPool: "0x308861a430be4cce5502d0a12724771fc6daf216",
      withdrawRequests: "0x7d5706f6ef3f89b3951e23e557cdfbc3239d4e2c",
      ethfi: "0xfe0c30065b384f05761f15d0cc899d4f9f9cc0eb",
      sethfi: "0x86b5780b606940eb59a062aa85a07959518c0161",
    },
  },
  signals: ({ eeth, weeth, sethfi, withdrawRequests }) => ({ tokens: [eeth, weeth, sethfi], nfts: [withdrawRequests] }),

  async listPositions(context) {
    const [stakes, requests] = await Promise.all([
      listWrappedStakes(context, listStakes(context.contracts)),
      listWithdrawRequests(context),
    ]);
    return [...stakes, ...requests];
  },

  listPools: (context) => listWrappedPools(context, listStakes(context.contracts)),
  unwrap: (context, receipt) => unwrapStake(context, listStakes(context.contracts), receipt),
  check: (context) => checkWrappedStakes(context, listStakes(context.contracts)),
});

/** The vault of sETHFI holds the ETHFI itself. */
const listStakes = ({ eeth, weeth, ethfi, sethfi }: EtherfiContracts): WrappedStake[] => [
  { token: eeth, asset: NATIVE_TOKEN, rate: "balanceOf" },
  { token: weeth, asset: NATIVE_TOKEN, rate: "getEETHByWeETH", isNested: true },
  { token: sethfi, asset: ethfi, rate: "held" },
];
