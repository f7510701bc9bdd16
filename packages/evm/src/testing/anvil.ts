import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Address, Hex } from "viem";

const NAMES: Record<string, string> = {
  "darwin-arm64": "darwin-arm64",
  "darwin-x64": "darwin-amd64",
  "linux-arm64": "linux-arm64",
  "linux-x64": "linux-amd64",
};

/** A plain anvil on a free port, and the cheats that this package's tests need. */
export interface TestAnvil {
  url: string;
  call<T = unknown>(method: string, ...params: unknown[]): Promise<T>;
  setCode(address: Address, code: Hex): Promise<void>;
  installMulticall3(address: Address): Promise<void>;
  stop(): Promise<void>;
}

export async function startTestAnvil(chainId: number): Promise<TestAnvil> {
  const cache = await mkdtemp(join(tmpdir(), "portico-evm-"));
  const args = ["--port", "0", "--chain-id", String(chainId), "--cache-path", cache, "--auto-impersonate"];
  const child = spawn(findBinary(), args, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const url = await readUrl(child.stdout);
  const call = <T>(method: string, ...params: unknown[]) => post<T>(url, method, params);
  const setCode = async (address: Address, code: Hex) => void (await call("anvil_setCode", address, code));
  return {
    url,
    call,
    setCode,
    installMulticall3: async (address) => setCode(address, await call<Hex>("eth_call", { data: multicall3Creation() })),
    async stop() {
      child.kill();
      await ended;
      await rm(cache, { recursive: true, force: true });
    },
  };
}

function findBinary(): string {
  const fromAnvil = createRequire(createRequire(import.meta.url).resolve("@foundry-rs/anvil/package.json"));
  const name = `@foundry-rs/anvil-${NAMES[`${process.platform}-${process.arch}`]}`;
  return join(dirname(fromAnvil.resolve(`${name}/package.json`)), "bin", "anvil");
}

async function readUrl(stdout: AsyncIterable<Buffer>): Promise<string> {
  let text = "";
  for await (const chunk of stdout) {
    text += chunk.toString();
    const port = /Listening on 127\.0\.0\.1:(\d+)/.exec(text)?.[1];
    if (port !== undefined) return `http://127.0.0.1:${port}`;
  }
  throw new Error(`anvil ended: ${text}`);
}

async function post<T>(url: string, method: string, params: unknown[]): Promise<T> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const response = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller declares the method's result type
  const { result, error } = (await response.json()) as { result: T; error?: { message: string } };
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
  return result;
}

/** viem contains Multicall3's creation code without exporting it. */
function multicall3Creation(): Hex {
  const load = createRequire(import.meta.url);
  const constants: { multicall3Bytecode: Hex } = load(join(dirname(load.resolve("viem")), "constants/contracts.js"));
  return constants.multicall3Bytecode;
}
