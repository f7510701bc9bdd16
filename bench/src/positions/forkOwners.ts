import type { BareChain } from "@portico/devnet";
import { type Address, createRpc, getChain } from "@portico/evm";
import type { CatalogueRow } from "@portico/protocols";
import { aaveV3Forks } from "@portico/scripts/forks/aaveV3Forks";
import { balancerV2Forks } from "@portico/scripts/forks/balancerV2Forks";
import { chooseRows } from "@portico/scripts/forks/chooseRows";
import { compoundV2Forks } from "@portico/scripts/forks/compoundV2Forks";
import { erc4626Forks } from "@portico/scripts/forks/erc4626Forks";
import { createForkChain, type Fork } from "@portico/scripts/forks/forkScene";
import { liquidityBookForks } from "@portico/scripts/forks/liquidityBookForks";
import { masterchefForks } from "@portico/scripts/forks/masterchefForks";
import { solidlyForks } from "@portico/scripts/forks/solidlyForks";
import { stakingForks } from "@portico/scripts/forks/stakingForks";
import { uniswapV2Forks } from "@portico/scripts/forks/uniswapV2Forks";
import { uniswapV3Forks } from "@portico/scripts/forks/uniswapV3Forks";
import { numberToHex, pad } from "viem";

const SCENES = [
  aaveV3Forks,
  balancerV2Forks,
  compoundV2Forks,
  erc4626Forks,
  liquidityBookForks,
  masterchefForks,
  solidlyForks,
  stakingForks,
  uniswapV2Forks,
  uniswapV3Forks,
];

export const FAMILIES = SCENES.length;
/** Of each family. */
export const FORKS = 3;

export interface ForkOwners {
  /** Rows of other chains that were moved to Ethereum: to be added as an operator's. */
  readonly ownRows: readonly CatalogueRow[];
  /** An owner with positions in so many forks of each family. */
  readonly create: (forks: number) => Promise<Address>;
}

/** Installs forks of the catalogue at their addresses. */
export async function installForks(chain: BareChain): Promise<ForkOwners> {
  const on = await createForkChain(chain, createRpc({ chain: getChain("eth"), urls: [chain.rpcUrl] }));
  const families: Fork[][] = [];
  const ownRows: CatalogueRow[] = [];
  for (const scene of SCENES) {
    const rows = chooseRows(scene, FORKS);
    if (rows.length < FORKS) throw new Error(`${scene.family} has ${rows.length} rows that can be installed`);
    const forks: Fork[] = [];
    for (const { row, isOwn } of rows) {
      forks.push(await scene.install(on, row));
      if (!isOwn) ownRows.push(row);
    }
    families.push(forks);
  }
  let owners = 0;
  return {
    ownRows,
    async create(count) {
      owners += 1;
      const owner = pad(numberToHex(0xf0_0000 + owners), { size: 20 });
      for (const forks of families) for (const fork of forks.slice(0, count)) await fork.use(owner);
      return owner;
    },
  };
}
