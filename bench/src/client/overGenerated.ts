import { join } from "node:path";
import { type Benchmark, type Context, median, type Row, toRow } from "../benchmark.ts";
import { startServer } from "../startServer.ts";
import type { App } from "./apps/app.ts";
import { type BundledApp, bundleApp } from "./bundleApp.ts";
import { generatePeers } from "./generators.ts";

const ROUNDS = 15;
const ROUND_MS = 400;
const CALLERS = 16;
const OWNER = "0xd8da6bf26964af9d7eed9e03e53415d37aa96045";

type Client = ReturnType<App>;
const CALLS = {
  calls: (client: Client) => client.getTotal(OWNER),
  lists: (client: Client) => client.listTokens(OWNER),
};

/**
 * Calls of 16 concurrent callers, each of which calls again after its response.
 * @returns calls per second of this process's CPU time (which leaves out the server and other processes), and per
 * second of wall-clock time.
 */
async function rate(call: () => Promise<unknown>): Promise<{ perSecond: number; byTheClock: number }> {
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  let calls = 0;
  const caller = async () => {
    for (; performance.now() - began < ROUND_MS; calls++) await call();
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: (calls * 1e6) / (user + system), byTheClock: (calls * 1000) / (performance.now() - began) };
}

async function bundleAll({ folder, log }: Context) {
  const peers = await generatePeers(log);
  const bundle = (name: string, entry: string) => bundleApp(peers.bundler, entry, folder, name);
  const own = (name: string) => join(import.meta.dirname, "apps", `${name}.ts`);
  return {
    portico: await bundle("portico", own("ours")),
    "openapi-fetch": await bundle("openapiFetch", own("openapiFetch")),
    fetch: await bundle("fetch", own("bareFetch")),
    "hey-api": await bundle("heyApi", peers.heyApi),
    orval: await bundle("orval", peers.orval),
  };
}

type Sides = Record<"portico" | "openapi-fetch" | "fetch" | "hey-api" | "orval", BundledApp>;
const PEERS = ["fetch", "hey-api", "orval"] as const;
type Rates = Record<keyof Sides, number[]>;
const noRates = (): Rates => ({ portico: [], "openapi-fetch": [], fetch: [], "hey-api": [], orval: [] });

/** Throws unless all sides get the same three responses. */
async function assertSame(clients: readonly Client[]): Promise<void> {
  for (const client of clients) {
    const tokens = await client.listTokens(OWNER);
    const answers = [await client.listChains(), tokens, await client.getTotal(OWNER)];
    if (tokens.length !== 100 || answers.some((answer) => typeof answer !== "object"))
      throw new Error("A client returned other data than the server sent");
  }
}

async function measure(sides: Sides, url: string, { log }: Context): Promise<Record<keyof typeof CALLS, Rates>> {
  const clients = Object.entries(sides).map(([name, { createApp }]) => ({
    name: name as keyof Sides,
    client: createApp(url, "any"),
  }));
  await assertSame(clients.map(({ client }) => client));
  const rates = { calls: noRates(), lists: noRates() };
  for (const [kind, call] of Object.entries(CALLS)) {
    const byTheClock = noRates();
    for (let round = 0; round <= ROUNDS; round++) {
      for (const { name, client } of round % 2 === 0 ? clients : clients.toReversed()) {
        const measured = await rate(() => call(client));
        if (round === 0) continue; // warm-up
        rates[kind as keyof typeof CALLS][name].push(measured.perSecond);
        byTheClock[name].push(measured.byTheClock);
      }
    }
    const figures = Object.entries(byTheClock).map(([name, values]) => `${name} ${Math.round(median(values))}`);
    log(`${kind} per second of the clock: ${figures.join(", ")}`);
  }
  return rates;
}

const GOALS: Record<string, number> = {
  "client/size-over-hey-api": 1,
  "client/calls-over-hey-api": 1,
  "client/calls-over-fetch": 0.7,
  "client/calls-over-orval": 0.7,
  "client/lists-over-hey-api": 0.5,
  "client/lists-over-fetch": 0.5,
  "client/lists-over-orval": 0.5,
};
const nameOf = (what: string, peer: string): string => `client/${what}-over-${peer}`;
const SAME = ["client/size-over-hey-api-same", "client/calls-over-hey-api-same"] as const;
const names = [...["size", "calls", "lists"].flatMap((what) => PEERS.map((peer) => nameOf(what, peer))), ...SAME];

/** What both have: without our features. */
function toSameRows(sides: Sides, { calls }: { readonly calls: Rates }): Row[] {
  const [ours, theirs] = [sides["openapi-fetch"].kilobytes, sides["hey-api"].kilobytes];
  const sizes = { ours: [ours], theirs: [theirs], unit: "kB", against: "kB, hey-api", kind: "cost" } as const;
  const rates = { ours: calls["openapi-fetch"], theirs: calls["hey-api"], unit: "calls/s", kind: "rate" } as const;
  return [
    toRow({ name: SAME[0], goal: 1, ...sizes }),
    toRow({ name: SAME[1], goal: 1, against: "calls/s, hey-api", ...rates }),
  ];
}

function toRows(sides: Sides, { calls, lists }: Record<keyof typeof CALLS, Rates>): Row[] {
  const same = toSameRows(sides, { calls });
  return PEERS.flatMap((peer) => {
    const row = (what: string, unit: string, kind: "rate" | "cost", ours: number[], theirs: number[]) => {
      const name = nameOf(what, peer);
      return toRow({ name, unit, against: `${unit}, ${peer}`, goal: GOALS[name] ?? 0, ours, theirs, kind });
    };
    return [
      row("size", "kB", "cost", [sides.portico.kilobytes], [sides[peer].kilobytes]),
      row("calls", "calls/s", "rate", calls.portico, calls[peer]),
      row("lists", "calls/s", "rate", lists.portico, lists[peer]),
    ];
  }).concat(same);
}

/**
 * The same app of three calls on our client, on fetch alone, and on clients that other tools generate from the
 * contract.
 */
export const clientOverGenerated: Benchmark = {
  names,
  async run(context) {
    const sides = await bundleAll(context);
    const server = await startServer(join(import.meta.dirname, "answers.ts"), {});
    try {
      return toRows(sides, await measure(sides, server.url, context));
    } finally {
      await server.stop();
    }
  },
};
