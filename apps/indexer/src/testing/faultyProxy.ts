import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { postJson } from "@portico/devnet";
import { ALL_FAULTS, getFault, QUICK_FAULTS } from "./faults.ts";
import type { EntryFault, FaultKind, PostFault, ProxyCall, ProxyReply } from "./faults.ts";
import { startPostServer } from "./rpcProxy.ts";
import type { RpcPost, RpcProxy } from "./rpcProxy.ts";

export interface FaultyProxyOptions {
  seed: number;
  /** Share of disturbed HTTP exchanges, and of disturbed calls in them: 0 to 1. Change it with `setRate`. */
  rate: number;
  /** Default: QUICK_FAULTS. */
  faults?: readonly FaultKind[];
}

/** An HTTP JSON-RPC proxy that injects random faults of hostile and failing RPCs. */
export interface FaultyProxy extends RpcProxy {
  /** Number of injections of each fault. */
  injected: Readonly<Record<FaultKind, number>>;
  /** Number of requests that followed a redirect. */
  readonly followed: number;
  setRate(rate: number): void;
  /** Switches to another upstream, as when the chain behind a URL is replaced. */
  setUpstream(rpcUrl: string): void;
}

interface State {
  upstreams: string[];
  rate: number;
  random: () => number;
  postFaults: FaultKind[];
  entryFaults: FaultKind[];
  injected: Record<FaultKind, number>;
  followed: number;
}

/** @param rpcUrls - The chain; then, for the fault `otherFork`, another fork of it. */
export async function startFaultyProxy(
  rpcUrls: string | readonly string[],
  { seed, rate, faults = QUICK_FAULTS }: FaultyProxyOptions,
): Promise<FaultyProxy> {
  const state: State = {
    upstreams: [rpcUrls].flat(),
    rate,
    random: createRandom(seed),
    postFaults: faults.filter((kind) => getFault(kind).scope === "post"),
    entryFaults: faults.filter((kind) => getFault(kind).scope === "entry"),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every kind is there
    injected: Object.fromEntries(ALL_FAULTS.map((kind) => [kind, 0])) as Record<FaultKind, number>,
    followed: 0,
  };
  const proxy = await startPostServer((post) => serve(state, post));
  return {
    ...proxy,
    injected: state.injected,
    get followed() {
      return state.followed;
    },
    setRate: (next) => void (state.rate = next),
    setUpstream: (rpcUrl) => void (state.upstreams[0] = rpcUrl),
  };
}

/** Mulberry32. */
function createRandom(seed: number): () => number {
  let at = seed >>> 0;
  return () => {
    at = (at + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(at ^ (at >>> 15), at | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function serve(state: State, { body: received, request, response }: RpcPost): Promise<void> {
  if (request.url === "/elsewhere") state.followed++;
  const body: ProxyCall | ProxyCall[] = JSON.parse(received);
  const kind = draw(state, state.postFaults);
  const fault = kind === undefined ? undefined : getFault(kind);
  if (kind !== undefined) state.injected[kind]++;
  const replies = await answer(state, [body].flat());
  const text = JSON.stringify(Array.isArray(body) || replies.length !== 1 ? replies : replies[0]);
  await respond(response, text, fault?.scope === "post" ? fault : undefined);
}

const draw = ({ rate, random }: State, kinds: readonly FaultKind[]): FaultKind | undefined =>
  random() < rate ? kinds[Math.floor(random() * kinds.length)] : undefined;

async function answer(state: State, calls: readonly ProxyCall[]): Promise<(ProxyReply & { jsonrpc: "2.0" })[]> {
  const faults = calls.map((call) => drawEntryFault(state, call));
  const [main = "", fork = main] = state.upstreams;
  const head = faults.some((fault) => fault?.rewrite !== undefined) ? await readHead(main) : 0;
  const received = calls.map((call, at) => faults[at]?.rewrite?.(call, head) ?? call);
  const [ofMain, ofFork] = await Promise.all([
    forward(
      main,
      received.filter((_, at) => !faults[at]?.needsFork),
    ),
    forward(
      fork,
      received.filter((_, at) => faults[at]?.needsFork),
    ),
  ]);
  const byId = new Map([...ofMain, ...ofFork].map((reply) => [reply.id, reply]));
  const honest = calls.map((call) => toNumber(call, byId.get(call.id) ?? { id: call.id }));
  return honest
    .flatMap((reply, at) => faults[at]?.spoil?.(reply, state.random) ?? reply)
    .map((reply) => ({ jsonrpc: "2.0", ...reply }));
}

function drawEntryFault(state: State, call: ProxyCall): EntryFault | undefined {
  const fitting = state.entryFaults.filter((kind) => (getFault(kind) as EntryFault).appliesTo(call));
  const kind = draw(state, fitting);
  if (kind === undefined) return undefined;
  state.injected[kind]++;
  return getFault(kind) as EntryFault;
}

/** A head's number that was requested through its block. */
function toNumber({ method }: ProxyCall, reply: ProxyReply): ProxyReply {
  if (method !== "eth_blockNumber" || typeof reply.result !== "object" || reply.result === null) return reply;
  return { id: reply.id, result: (reply.result as { number: string }).number };
}

async function forward(rpcUrl: string, calls: readonly ProxyCall[]): Promise<ProxyReply[]> {
  if (calls.length === 0) return [];
  const answered = await postJson(rpcUrl, JSON.stringify(calls.map((call) => ({ jsonrpc: "2.0", ...call }))));
  return JSON.parse(answered.body) as ProxyReply[];
}

async function readHead(rpcUrl: string): Promise<number> {
  const [reply] = await forward(rpcUrl, [{ id: 0, method: "eth_blockNumber", params: [] }]);
  return Number(reply?.result);
}

const BYTES_AT_ONCE = 1_000_000;

async function respond(response: ServerResponse, honest: string, fault: PostFault | undefined): Promise<void> {
  const headers = { "content-type": "application/json", ...fault?.headers };
  if (fault === undefined || typeof fault.body === "function") {
    const body = fault === undefined ? honest : (fault.body as (body: string) => string | undefined | null)(honest);
    if (body === null) response.destroy();
    else if (body !== undefined) response.writeHead(fault?.status ?? 200, headers).end(body);
    return;
  }
  if (fault.body === "cut") {
    response.writeHead(200, { ...headers, "content-length": Buffer.byteLength(honest) });
    response.write(honest.slice(0, honest.length >> 1), () => response.destroy());
    return;
  }
  response.writeHead(200, headers);
  while (!response.destroyed) {
    response.write(" ".repeat(fault.body === "endless" ? BYTES_AT_ONCE : 1));
    await sleep(fault.body === "endless" ? 0 : 1_000);
  }
}
