import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createAccessKey, createAccount, grantUnits } from "@portico/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fillNfts } from "@portico/api/testing/fillNfts";
import { fillOwners } from "@portico/api/testing/fillOwners";
import { ALICE, USDC } from "@portico/api/testing/fillStore";
import { startHistoryApi, type HistoryApi } from "@portico/api/testing/startHistoryApi";
import { misfit, type Shape } from "./misfit.ts";
import { debankOpenApi, rabbyApi } from "./publishedClients.ts";
import { rabbyCalls } from "./rabbyCalls.ts";
import { replays } from "./replays.ts";
import { runClient, type ClientCall, type ClientResult } from "./runClient.ts";
import * as shapes from "./shapes.ts";

let api: HistoryApi;
/** Of an account with units. */
let key: string;
beforeAll(async () => {
  api = await startHistoryApi();
  await fillOwners(api.db);
  await fillNfts(api.db);
  await api.api.tokens.reload();
  const { id: accountId } = await createAccount(api.db, { name: "programs" });
  await grantUnits(api.db, { accountId, amount: 1_000_000, reason: "test", actor: "test", reference: "test" });
  ({ key } = await createAccessKey(api.db, { name: "programs", accountId, isWalletEnabled: true, isUnlimited: true }));
});
afterAll(() => api.stop());

const PREFIXES = { seed: "", live: "/live" } as const;
type Profile = keyof typeof PREFIXES;
const serverOf = (profile: Profile) => ({ url: api.url + PREFIXES[profile], key });

const judge = (result: ClientResult, reads: Shape): string | undefined =>
  "error" in result ? result.error : misfit(result.body, reads);

/** What of a list of calls doesn't fit, by the index of the call. */
const listMisfits = (results: readonly ClientResult[], calls: readonly { readonly reads: Shape }[]) =>
  results.flatMap((result, index) => {
    const found = judge(result, calls[index]!.reads);
    return found === undefined ? [] : [{ index, found }];
  });

interface ReadingCall extends ClientCall {
  readonly reads: Shape;
  readonly isLiveOnly?: boolean;
}

const debankCalls: readonly ReadingCall[] = [
  { method: "getChainList", args: [], reads: [shapes.CHAIN] },
  { method: "getChainR", args: ["eth"], reads: shapes.CHAIN },
  { method: "getTokenR", args: ["eth", USDC], reads: shapes.TOKEN },
  { method: "getTokenListByIdsR", args: ["eth", [USDC]], reads: [shapes.TOKEN] },
  { method: "getUserTotalBalance", args: [ALICE, "eth"], reads: { usd_value: "number" } },
  { method: "getUserTokenList", args: [ALICE, "eth", true, true], reads: [shapes.HELD_TOKEN], isLiveOnly: true },
  { method: "getUserTokenSearch", args: [ALICE, "usd", "eth"], reads: [shapes.HELD_TOKEN] },
  { method: "getUserToken", args: [ALICE, "eth", "eth"], reads: shapes.HELD_TOKEN },
  { method: "getUserNftList", args: [ALICE, "eth"], reads: [shapes.NFT] },
  { method: "getUserSimpleProtocolList", args: [ALICE], reads: [shapes.SUMS], isLiveOnly: true },
  { method: "getUserComplexProtocolList", args: [ALICE], reads: [shapes.POSITIONS], isLiveOnly: true },
  { method: "getUserProtocol", args: [ALICE, "aave3"], reads: shapes.POSITIONS, isLiveOnly: true },
  { method: "getUserTokenAuthorizedList", args: [ALICE, "eth"], reads: shapes.TOKEN_APPROVALS },
];

test.each([
  ["@rabby-wallet/rabby-api", rabbyApi, rabbyCalls],
  ["debank-open-api", debankOpenApi, debankCalls],
] as const)(
  "%s reads every answer in live, and in seed those that have the same form",
  async (_name, client, calls) => {
    const live = await runClient(client, serverOf("live"), calls);
    expect(listMisfits(live, calls)).toEqual([]);
    const seed = await runClient(client, serverOf("seed"), calls);
    const unreadable = listMisfits(seed, calls).map(({ index }) => calls[index]!.method);
    expect(unreadable).toEqual(calls.filter(({ isLiveOnly }) => isLiveOnly === true).map(({ method }) => method));
  },
);

test.each(Object.keys(PREFIXES) as Profile[])(
  "replayed requests of other programs are answered as they read in %s",
  async (profile) => {
    const found: string[] = [];
    for (const { client, target, reads, isLiveOnly = false } of replays) {
      const { url } = serverOf(profile);
      const res = await fetch(url + target, { headers: { AccessKey: key } });
      const wrong = res.status === 200 ? misfit(await res.json(), reads) : `${res.status} ${await res.text()}`;
      const isExpected = profile === "live" || !isLiveOnly ? wrong === undefined : wrong !== undefined;
      if (!isExpected) found.push(`${client} ${target}: ${wrong ?? "fits"}`);
    }
    expect(found).toEqual([]);
  },
);

test("the table of the docs counts what was called here", async () => {
  const text = await readFile(join(import.meta.dirname, "../../apps/docs/profiles.md"), "utf8");
  const rows: [string, readonly { readonly isLiveOnly?: boolean }[]][] = [
    ["@rabby-wallet/rabby-api", rabbyCalls],
    ["debank-open-api", debankCalls],
    ...Map.groupBy(replays, ({ client }) => client),
  ];
  for (const [client, calls] of rows) {
    const inSeed = calls.filter(({ isLiveOnly }) => isLiveOnly !== true).length;
    expect(text.replaceAll(/ +/g, " ")).toContain(
      `| ${client} | ${inSeed} of ${calls.length} | ${calls.length} of ${calls.length} |`,
    );
  }
});
