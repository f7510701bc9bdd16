import { afterAll, beforeAll, expect, test } from "vitest";
import { BOB } from "../testing/client.ts";
import { startMeScene, type MeScene } from "../testing/meScene.ts";

let scene: MeScene;
let authorization: string;
beforeAll(async () => {
  scene = await startMeScene();
  authorization = `Bearer ${await scene.getToken()}`;
});
afterAll(() => scene.stop());

const read = async (target: string, headers: Record<string, string> = {}) => {
  const response = await fetch(scene.connect.issuer + target, { headers: { authorization, ...headers } });
  return { status: response.status, vary: response.headers.get("vary"), body: (await response.json()) as unknown };
};

test("answers about the user have the profile that the request chooses, and lists of all chains in live", async () => {
  const target = "/v1/me/history_list?chain_id=eth";
  const seed = await read(target);
  expect(seed.vary).toContain("X-Response-Profile");
  expect(Array.isArray(seed.body)).toBe(true);
  for (const live of [await read(`/live${target}`), await read(target, { "X-Response-Profile": "live" })]) {
    expect(live).toMatchObject({ status: 200, body: { history_list: expect.any(Array) } });
  }
  expect(await read("/live/v1/me/token_list")).toEqual(await read("/live/v1/me/all_token_list"));
  expect((await read("/v1/me/token_list")).status).toBe(400);
  const unknown = await read(target, { "X-Response-Profile": "other" });
  expect(unknown).toMatchObject({ status: 400, body: { errors: { "X-Response-Profile": expect.any(String) } } });
});

test("paths of the data API answer for the token's owner, and for nobody else", async () => {
  const own = await read("/v1/me/token_list?chain_id=eth");
  expect(own.status).toBe(200);
  expect(await read("/v1/user/token_list?chain_id=eth")).toEqual(own);
  expect(await read("/live/v1/user/token_list?chain_id=eth")).toMatchObject({ status: 200 });
  expect(await read("/v1/user")).toEqual(await read("/v1/me"));
  const other = await read(`/v1/user/token_list?chain_id=eth&id=${BOB}`);
  expect(other).toMatchObject({ status: 400, body: { errors: { id: expect.stringContaining("own address") } } });
});
