import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { getAnvilBinary } from "./getAnvilBinary.ts";
import { createRpc } from "./rpc.ts";
import { startAnvil } from "./startAnvil.ts";

const OPTIONS = { chainId: 1, genesisTimeAt: 1_735_689_600, baseFee: 1_000_000_000n };

test("a platform without an anvil is named in the error", () => {
  expect(() => getAnvilBinary("plan9-mips")).toThrow("anvil is not published for plan9-mips");
});

test("anvil has the configured chain id and leaves nothing behind", async () => {
  const anvil = await startAnvil(OPTIONS);
  expect(await createRpc(anvil.rpcUrl).call("eth_chainId")).toBe("0x1");
  expect(existsSync(anvil.cachePath)).toBe(true);
  await anvil.stop();
  expect(existsSync(anvil.cachePath)).toBe(false);
  await expect(createRpc(anvil.rpcUrl).call("eth_chainId")).rejects.toThrow("ECONNREFUSED");
});

test("a port in use is an error that names it", async () => {
  const anvil = await startAnvil(OPTIONS);
  const port = Number(new URL(anvil.rpcUrl).port);
  await expect(startAnvil({ ...OPTIONS, port })).rejects.toThrow("Address already in use");
  await anvil.stop();
});

test("anvil and its cache are removed when its supervisor is killed, and the port is free at once", async () => {
  const anvil = await startAnvil(OPTIONS);
  process.kill(anvil.pid, "SIGKILL");
  await anvil.ended;
  expect(existsSync(anvil.cachePath)).toBe(false);
  const again = await startAnvil({ ...OPTIONS, port: Number(new URL(anvil.rpcUrl).port) });
  await Promise.all([anvil.stop(), again.stop()]);
});

test("anvil and its cache are removed when the process that started it is killed", async () => {
  const script = `
    const { startAnvil } = await import(${JSON.stringify(import.meta.resolve("./startAnvil.ts"))});
    const { rpcUrl, cachePath } = await startAnvil({ chainId: 1, genesisTimeAt: 1735689600, baseFee: 1000000000n });
    console.log(JSON.stringify({ rpcUrl, cachePath }));
    setInterval(() => {}, 1000);`;
  const parent = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(parent.stdout, "data")) as [Buffer];
  const { rpcUrl, cachePath } = JSON.parse(line.toString()) as { rpcUrl: string; cachePath: string };
  expect(await createRpc(rpcUrl).call("eth_chainId")).toBe("0x1");
  parent.kill("SIGKILL");
  while (existsSync(cachePath)) await wait(20);
  // it removes its cache a moment before it ends
  await vi.waitFor(() => expect(createRpc(rpcUrl).call("eth_chainId")).rejects.toThrow("ECONNREFUSED"));
});
