import type { Address } from "@portico/evm";
import { compileStandIn } from "./compileStandIn.ts";
import { deployContract, installContract, type ForkContract } from "./forkContract.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";

const UNIT = 10n ** 18n;

/** Stand-ins: no package ships the bytecode. A market, and a vault of it: an owner holds shares of both. */
export const gmxV2Forks: ForkScene = {
  family: "gmx-v2",
  async install(on, row) {
    const store = await installContract(on, roleOf(row, "eventEmitter"), compileStandIn("GmxStoreStandIn"));
    const artifact = compileStandIn("MarketTokenStandIn");
    const market = await deployContract(on, artifact, [store.address]);
    const vault = await deployContract(on, artifact, [store.address]);
    await store.write(ADMIN, "addMarket", [market.address, ...on.tokens]);
    await store.write(ADMIN, "addVault", [vault.address, market.address]);
    const counted = 800n * UNIT;
    for (const token of on.tokens) {
      await store.write(ADMIN, "setPoolAmount", [market.address, token, counted]);
      await on.mint(token, market.address, 1_000n * UNIT); // the remainder secures positions
    }
    await market.write(ADMIN, "mint", [vault.address, 75n * UNIT]);
    await vault.write(ADMIN, "mint", [ADMIN, 20n * UNIT]);
    return {
      async use(owner) {
        await market.write(ADMIN, "mint", [owner, 25n * UNIT]);
        await vault.write(ADMIN, "mint", [owner, 10n * UNIT]);
      },
      async readTruth(owner) {
        const own = await readPart(market, owner, counted);
        const ofVault = await readPart(vault, owner, await readPart(market, vault.address, counted));
        return new Map(on.tokens.map((token) => [token, own + ofVault]));
      },
    };
  },
};

async function readPart(share: ForkContract, owner: Address, total: bigint): Promise<bigint> {
  return ((await share.read<bigint>("balanceOf", [owner])) * total) / (await share.read<bigint>("totalSupply"));
}
