import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SignInScene, startSignInScene } from "../testing/signInScene.ts";
import type { TestUser } from "../testing/testUser.ts";

let scene: SignInScene;
beforeAll(async () => {
  scene = await startSignInScene();
});
afterAll(() => scene.stop());

/** A user's sign-in that waits for a phone. */
async function beginByPhone() {
  const { user, signIn } = await scene.begin();
  const { body } = await user.request(`${signIn.pathname}/phone`, { json: {} });
  return { user, signIn, waiting: body.waiting as string, phone: new URL(body.url as string) };
}

async function proveOnPhone(phone: URL, owner: TestUser): Promise<{ status: number; code: string; error: string }> {
  const challenge = await owner.request(`${phone.pathname}/challenge`, {
    json: { address: owner.account.address, chain_id: 1 },
  });
  if (challenge.status !== 200) return { status: challenge.status, code: "", error: challenge.body.error };
  const { nonce, message } = challenge.body as { nonce: string; message: string };
  const signature = await owner.account.signMessage({ message });
  const { status, body } = await owner.request(`${phone.pathname}/signature`, { json: { nonce, signature } });
  return { status, code: body.code, error: body.error };
}

const enter = async (user: TestUser, signIn: URL, body: object) => {
  const reply = await user.request(`${signIn.pathname}/phone/code`, { json: body });
  return [reply.status, reply.body.error ?? "entered"];
};

test("a code only continues the sign-in that began it, in its browser, and once", async () => {
  const [mine, theirs] = [await beginByPhone(), await beginByPhone()];
  const owner = scene.newUser();
  const { code } = await proveOnPhone(mine.phone, owner);
  expect(code).toMatch(/^\d{6}$/);
  const { waiting } = mine;
  expect(await enter(theirs.user, theirs.signIn, { waiting, code })).toEqual([400, "phone_ended"]);
  expect(await enter(theirs.user, mine.signIn, { waiting, code })).toEqual([400, "interaction_expired"]);
  expect(await enter(scene.newUser(), mine.signIn, { waiting, code })).toEqual([400, "interaction_expired"]);
  expect(await enter(mine.user, mine.signIn, { waiting: theirs.waiting, code })).toEqual([400, "phone_ended"]);
  const own = await theirs.user.request("/session/phone/code", { json: { waiting, code } });
  expect([own.status, own.body.error]).toEqual([400, "phone_ended"]);
  expect(await enter(mine.user, mine.signIn, { waiting, code })).toEqual([200, "entered"]);
  expect(await proveOnPhone(mine.phone, owner)).toMatchObject({ status: 400, error: "phone_ended" });
});

test("the user who is signed in is the one of the phone, in the first browser alone", async () => {
  const { user, signIn, waiting, phone } = await beginByPhone();
  const owner = scene.newUser();
  const { code } = await proveOnPhone(phone, owner);
  const { body } = await user.request(`${signIn.pathname}/phone/code`, { json: { waiting, code } });
  const at = await user.open(body.next as string);
  expect(await user.details(at)).toMatchObject({ prompt: "consent", address: owner.address });
  expect((await owner.request("/connections")).status).toBe(401);
});

test("nobody else's wallet replaces the one that proved its address first", async () => {
  const { user, signIn, waiting, phone } = await beginByPhone();
  const [owner, other] = [scene.newUser(), scene.newUser()];
  const first = await proveOnPhone(phone, owner);
  expect(await proveOnPhone(phone, other)).toMatchObject({ status: 400, error: "phone_ended" });
  const repeated = await proveOnPhone(phone, owner); // its response was lost
  expect(repeated.status).toBe(200);
  expect(first.status).toBe(200);
  expect(await enter(user, signIn, { waiting, code: repeated.code })).toEqual([200, "entered"]);
});

test("three wrong codes end it, however right the next one is", async () => {
  const { user, signIn, waiting, phone } = await beginByPhone();
  const { code } = await proveOnPhone(phone, scene.newUser());
  const wrong = code === "000000" ? "000001" : "000000";
  const outcomes = [];
  for (const one of [wrong, wrong, wrong, code]) outcomes.push(await enter(user, signIn, { waiting, code: one }));
  expect(outcomes).toEqual([
    [400, "phone_code_wrong"],
    [400, "phone_code_wrong"],
    [400, "phone_ended"],
    [400, "phone_ended"],
  ]);
});

test.each([
  [{ code: "12345" }, "code must be the six digits"],
  [{ code: 123_456 }, "code must be the six digits"],
  [{ code: "123456" }, "waiting must be"],
  [{ code: "123456", waiting: "x".repeat(23) }, "waiting must be"],
  [{ code: "123456", waiting: { toString: "x" } }, "waiting must be"],
])("%j is refused by name", async (body, message) => {
  const { user, signIn } = await scene.begin();
  const reply = await user.request(`${signIn.pathname}/phone/code`, { json: body });
  expect([reply.status, reply.body.error]).toEqual([400, "invalid_params"]);
  expect(reply.body.message).toContain(message);
});

test("a challenge of a phone counts nowhere else, and no other counts on a phone", async () => {
  const { user, signIn, phone } = await beginByPhone();
  const onPhone = await user.request(`${phone.pathname}/challenge`, {
    json: { address: user.account.address, chain_id: 1 },
  });
  const here = await user.challenge(signIn);
  for (const [path, { nonce, message }] of [
    [signIn.pathname, onPhone.body as { nonce: string; message: string }],
    [phone.pathname, here],
  ] as const) {
    const signature = await user.account.signMessage({ message });
    const reply = await user.request(`${path}/signature`, { json: { nonce, signature } });
    expect([path, reply.status, reply.body.error]).toEqual([path, 400, "challenge_unknown"]);
  }
});

test("another site's page begins and opens nothing, and reading the URL doesn't open it", async () => {
  const { user, signIn, waiting, phone } = await beginByPhone();
  const foreign = { headers: { origin: "https://evil.example", "sec-fetch-site": "cross-site" }, json: {} };
  for (const path of [`${signIn.pathname}/phone`, `${phone.pathname}/open`, "/session/phone"]) {
    expect((await user.request(path, foreign)).body.error).toBe("csrf");
  }
  const page = await user.request(phone.pathname);
  expect([page.status, page.headers.get("cache-control")]).toEqual([200, "no-store"]);
  const state = async () => (await user.request(`${signIn.pathname}/phone/state`, { json: { waiting } })).body.state;
  expect(await state()).toBe("waiting");
  expect((await user.request(`${phone.pathname}/open`, { json: {} })).body).toMatchObject({
    client: { name: "Test app", redirect_host: expect.any(String) },
    scopes: ["user:base:read"],
    is_same_network: true,
  });
  expect(await state()).toBe("opened");
});

test("what is late is over for both", async () => {
  const { user, signIn, waiting, phone } = await beginByPhone();
  await sql`update phone_sign_in set expires_at = now() - interval '1 s'`.execute(scene.connect.db);
  expect((await user.request(`${signIn.pathname}/phone/state`, { json: { waiting } })).body).toEqual({
    state: "ended",
  });
  const reply = await user.request(`${phone.pathname}/open`, { json: {} });
  expect([reply.status, reply.body.error]).toEqual([400, "phone_ended"]);
});

test("the secrets are neither stored nor logged", async () => {
  const { user, signIn, waiting, phone } = await beginByPhone();
  const { code } = await proveOnPhone(phone, scene.newUser());
  await user.request(`${signIn.pathname}/phone/state`, { json: { waiting } });
  const secret = phone.pathname.split("/").at(-1)!;
  const { rows } = await sql<{
    text: string;
  }>`select row_to_json(phone_sign_in)::text as text from phone_sign_in`.execute(scene.connect.db);
  const stored = rows.map(({ text }) => text).join("\n");
  for (const text of [stored, scene.connect.logged()]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(waiting);
    expect(text).not.toContain(code);
  }
});
