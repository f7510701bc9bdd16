import { getCreationCode } from "@portico/devnet";
import type { Address } from "@portico/evm";
import { compileStandIn } from "./compileStandIn.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";

const UNIT = 10n ** 18n;
const EIGHTY_PERCENT = (UNIT * 8n) / 10n;

/** ComptrollerStandIn.sol: two markets, in which others supplied too. */
export const compoundV2Forks: ForkScene = {
  family: "compound-v2",
  async install({ chain, client, tokens, mint }, row) {
    const artifact = compileStandIn("ComptrollerStandIn");
    const marketArtifact = compileStandIn("MarketStandIn", "ComptrollerStandIn");
    const comptroller = roleOf(row, "comptroller");
    await chain.install(comptroller, getCreationCode(artifact, [tokens[0], 0n]));
    const read = (address: Address, functionName: string, args: readonly unknown[] = []): Promise<bigint> =>
      client.readContract({ address, abi: marketArtifact.abi, functionName, args }) as Promise<bigint>;
    const supply = async (market: Address, owner: Address, units: bigint) => {
      await mint(tokens[markets.indexOf(market)]!, market, units * UNIT);
      await chain.write(owner, { to: market, abi: marketArtifact.abi, functionName: "mint", args: [units * UNIT] });
    };
    const markets: Address[] = [];
    for (const token of tokens) {
      const market = await chain.deploy(marketArtifact, [comptroller, token]);
      const args = [market, UNIT, EIGHTY_PERCENT];
      await chain.write(ADMIN, { to: comptroller, abi: artifact.abi, functionName: "list", args });
      markets.push(market);
      await supply(market, ADMIN, 100n);
    }
    return {
      async use(owner) {
        for (const market of markets) await supply(market, owner, 7n);
        const enter = { to: comptroller, abi: artifact.abi, functionName: "enterMarkets", args: [markets] };
        await chain.write(owner, enter);
      },
      async readTruth(owner) {
        const rows = await Promise.all(
          markets.map(async (market, index) => {
            const [shares, rate] = [await read(market, "balanceOf", [owner]), await read(market, "exchangeRateStored")];
            return [tokens[index]!, (shares * rate) / UNIT] as const;
          }),
        );
        return new Map(rows);
      },
    };
  },
};
