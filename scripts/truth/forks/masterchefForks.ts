import { getCreationCode } from "@portico/devnet";
import { compileStandIn } from "./compileStandIn.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";

const UNIT = 10n ** 18n;

/** A stand-in, whose pending view is named after a token that is not there: stakes only. */
export const masterchefForks: ForkScene = {
  family: "masterchef",
  async install({ chain, client, tokens, mint, approve }, row) {
    const to = roleOf(row, "masterchef");
    const artifact = compileStandIn("ChefStandIn");
    const { abi } = artifact;
    await chain.install(to, getCreationCode(artifact, []));
    for (const token of tokens) await chain.write(ADMIN, { to, abi, functionName: "add", args: [token] });
    return {
      async use(owner) {
        for (const [pid, token] of tokens.entries()) {
          await mint(token, owner, 7n * UNIT);
          await approve(token, owner, to);
          await chain.write(owner, { to, abi, functionName: "deposit", args: [BigInt(pid), 7n * UNIT] });
        }
      },
      async readTruth(owner) {
        const stakes = await Promise.all(
          tokens.map((_token, pid) =>
            client.readContract({ address: to, abi, functionName: "userInfo", args: [BigInt(pid), owner] }),
          ),
        );
        return new Map(tokens.map((token, pid) => [token, (stakes[pid] as [bigint])[0]]));
      },
    };
  },
};
