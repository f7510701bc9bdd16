import { operationTable } from "@portico/contract";
import { createAccessKey, setWalletEnabled } from "@portico/store";
import { afterAll, expect, test, vi } from "vitest";
import { readProblem } from "../testing/readProblem.ts";
import { startFilledApi } from "../testing/startFilledApi.ts";

const api = await startFilledApi({ isWalletEnabled: false, answerBytes: 1024 * 1024 });
afterAll(() => api.stop());

const GAS = "/v1/wallet/gas_market?chain_id=eth";
const wallet = Object.values(operationTable).filter(({ path }) => /^\/v\d\/wallet\//.test(path));

test("a key that the operator did not enable is rejected before the request is examined", async () => {
  expect(wallet.map(({ path }) => path).toSorted()).toEqual([
    "/v1/wallet/ens",
    "/v1/wallet/explain_tx",
    "/v1/wallet/gas_market",
    "/v1/wallet/pre_exec_tx",
    "/v2/wallet/gas_market",
  ]);
  for (const { method, path } of wallet) {
    const target = `${path}?chain_id=`;
    const res =
      method === "get" ? await api.get(target) : await api.post(target, "{", { "Content-Type": "text/plain" });
    const problem = await readProblem(res);
    expect(problem).toMatchObject({ status: 403, code: "wallet_not_enabled" });
    expect(problem.detail).toContain(`the operator enables it with: pnpm portico keys wallet on ${api.keyId}`);
  }
});

test("a missing or invalid key is 401 before that, and other operations don't require it", async () => {
  expect((await fetch(api.url + GAS)).status).toBe(401);
  expect((await api.get("/v1/chain?id=eth")).status).toBe(200);
});

test("a key may call once the operator enables it, and no longer once disabled, regardless of earlier responses", async () => {
  const { key } = await createAccessKey(api.db, { name: "other", isWalletEnabled: true });
  for (let i = 0; i < 3; i++) expect((await api.get(GAS, { AccessKey: key })).status).not.toBe(403);
  expect((await api.get(GAS)).status).toBe(403);
  await setWalletEnabled(api.db, api.keyId, true);
  await vi.waitFor(async () => expect((await api.get(GAS)).status).not.toBe(403));
  await setWalletEnabled(api.db, api.keyId, false);
  await vi.waitFor(async () => expect((await api.get(GAS)).status).toBe(403));
});
