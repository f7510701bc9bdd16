import { afterAll, beforeAll, expect, test } from "vitest";
import { type PrismProxy, startPrismProxy } from "./prismProxy.ts";
import type { RunningService } from "./runService.ts";

const usdc = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";

/** The real server, checked against the contract by an independent implementation. */
export function testSecondOpinion(getService: () => RunningService): void {
  let prism: PrismProxy;
  beforeAll(async () => {
    prism = await startPrismProxy(getService().apiUrl);
  });
  afterAll(() => prism.stop());

  const request = (target: string) => {
    const { devnet, accessKey } = getService();
    return fetch(prism.url + target.replace("{owner}", devnet.demoOwner), { headers: { AccessKey: accessKey } });
  };

  test.each([
    "/v1/chain?id=eth",
    "/v1/chain/list",
    `/v1/token?chain_id=eth&id=${usdc}`,
    "/v1/token?chain_id=eth&id=eth",
    `/v1/token/list_by_ids?chain_id=eth&ids=${usdc},eth`,
    `/v1/user/token?id={owner}&chain_id=eth&token_id=${usdc}`,
    "/v1/user/token_list?id={owner}&chain_id=eth",
    "/v1/user/token_list?id={owner}&chain_id=base&is_all=false",
    "/v1/user/all_token_list?id={owner}",
    "/v1/user/chain_balance?id={owner}&chain_id=base",
    "/v1/user/total_balance?id={owner}",
    "/v1/user/used_chain_list?id={owner}",
    "/v1/user/nft_list?id={owner}&chain_id=eth",
    "/v1/user/all_nft_list?id={owner}&is_all=true",
    "/v1/user/token_authorized_list?id={owner}&chain_id=eth",
    "/v1/user/nft_authorized_list?id={owner}&chain_id=base",
    `/v1/token/top_holders?chain_id=eth&id=${usdc}&limit=20`,
    `/v1/token/top_holders?chain_id=base&id=base&start=3&limit=20`,
    "/v1/token/history_price?chain_id=eth&id=eth&date_at=2020-02-29",
    "/v1/user/chain_net_curve?id={owner}&chain_id=eth",
    "/v1/user/chain_net_curve?id={owner}&chain_id=base&days=7",
    "/v1/user/total_net_curve?id={owner}",
    "/healthz",
    "/readyz",
  ])("Prism accepts the response to %s", async (target) => {
    const response = await request(target);
    expect(response.headers.get("portico-violations")).toBeNull();
    expect({ status: response.status, body: await response.text() }).toMatchObject({ status: 200 });
  });

  test.each([
    ["/v1/chain?id=nowhere", "invalid_chain"],
    ["/v1/token?chain_id=eth&id=0x1", "invalid_address"],
    ["/v1/user/token_list?chain_id=eth", "invalid_params"],
    ["/v1/token/history_price?chain_id=eth&id=eth&date_at=9999-12-31", "invalid_params"],
  ])("Prism accepts the error response to %s", async (target, code) => {
    const response = await request(target);
    expect(response.headers.get("portico-violations")).toBeNull();
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code });
  });
}
