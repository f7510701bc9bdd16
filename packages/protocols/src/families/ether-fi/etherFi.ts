import { NATIVE_TOKEN } from "@portico/evm";
import { defineFamily } from "../../family.ts";
import { onlyOf } from "../onlyOf.ts";
import { checkWrappedStakes, listWrappedPools, listWrappedStakes, unwrapStake } from "../wrappedStakes.ts";
import type { WrappedStake } from "../wrappedStakes.ts";
import type { EtherFiContracts } from "./etherFiContracts.ts";
import { listWithdrawRequests } from "./withdrawRequests.ts";

/** Restaked coins, valued in native coin, which requests pay one to one. */
export const etherFiFamily = defineFamily<EtherFiContracts>({
  name: "ether-fi",
  roles: {
    eeth: "required",
    weeth: "required",
    liquidityPool: "required",
    withdrawRequests: "required",
    sethfi: "required",
    ethfi: "foreign",
  },
  toContracts: ({ eeth, weeth, liquidityPool, withdrawRequests, sethfi, ethfi }) => ({
    eeth: onlyOf(eeth),
    weeth: onlyOf(weeth),
    liquidityPool: onlyOf(liquidityPool),
    withdrawRequests: onlyOf(withdrawRequests),
    sethfi: onlyOf(sethfi),
    ethfi: onlyOf(ethfi),
  }),
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
const listStakes = ({ eeth, weeth, ethfi, sethfi }: EtherFiContracts): WrappedStake[] => [
  { token: eeth, asset: NATIVE_TOKEN, rate: "balanceOf" },
  { token: weeth, asset: NATIVE_TOKEN, rate: "getEETHByWeETH", isNested: true },
  { token: sethfi, asset: ethfi, rate: "held" },
];
