import { createAccessKey, findAccessKey, grantUnits, setAccountDisabled, updateAccessKey } from "@portico/store";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { shiftDay, utcDay } from "./days.ts";
import { OPERATOR, user, startTestDashboard } from "./testing/startTestDashboard.ts";

const dashboard = await startTestDashboard();
afterAll(() => dashboard.stop());
const { db } = dashboard;
const alice = await dashboard.visit(user("1"));
const operator = await dashboard.visit(OPERATOR);

const today = utcDay();
const use = (daysAgo: number, key: string, operation: string, units: number) =>
  sql`insert into unit_usage (account_id, day, key_id, operation, units, calls)
    values (${alice.accountId}, ${shiftDay(today, -daysAgo)}::date, ${key}, ${operation}, ${units}, 1)`.execute(db);

test("a key is shown once, restricted, rotated, and revoked", async () => {
  const input = { name: " shop ", ip_ranges: ["203.0.113.0/24", "2001:db8::1"], operations: ["getUserTokenList"] };
  const { status, headers, body } = await alice.request("POST", "/dashboard/keys", { json: input });
  expect([status, headers.get("cache-control")]).toEqual([201, "no-store"]);
  const { key, access_key: text } = body;
  expect(await findAccessKey(db, text)).toMatchObject({ id: key.id, accountId: alice.accountId });
  expect(key).toMatchObject({ ...input, name: "shop", ip_ranges: ["203.0.113.0/24", "2001:db8::1/128"] });
  expect(key).toMatchObject({ is_wallet_enabled: false, revoked_at: null, last_used_at: null, units_30_days: 0 });
  const ofKey = `/dashboard/keys/${key.id}`;
  const soon = Math.floor(Date.now() / 1000) + 60;
  const change = { name: "shop 2", ip_ranges: [], operations: [], rate_per_second: 5, expires_at: soon };
  expect((await alice.request("PATCH", ofKey, { json: change })).body).toMatchObject(change);
  const { body: next } = await alice.request("POST", `${ofKey}/rotate`, { json: { overlap_seconds: 0 } });
  expect(next.key).toMatchObject({ name: "shop 2", rate_per_second: 5, expires_at: soon });
  expect(next.access_key).not.toBe(text);
  expect(await alice.refused("POST", `${ofKey}/rotate`)).toBe("400 invalid_params");
  const ofNext = `/dashboard/keys/${next.key.id}`;
  expect((await alice.request("DELETE", ofNext)).body.revoked_at).toBeGreaterThan(0);
  const list = (await alice.request("GET", "/dashboard/keys")).body;
  expect(list.map(({ id }: { id: string }) => id)).toEqual([next.key.id, key.id]);
  expect(JSON.stringify(list)).not.toContain(text.slice(3, 20));
});

test("an account may have 200 working keys: expired and revoked ones count only when they work again", async () => {
  const carol = await dashboard.visit(user("3"));
  const add = (count: number, state: string, column: string) =>
    sql`insert into access_key (id, hash, name, account_id, ${sql.ref(column)})
      select ${state} || n, sha256(${state}::bytea || n::text::bytea), ${state}, ${carol.accountId}, now() - interval '1 s'
      from generate_series(1, ${count}::integer) n`.execute(db);
  await add(199, "key_live", "created_at");
  await add(100, "key_expired", "expires_at");
  await add(100, "key_revoked", "revoked_at");
  const create = { json: { name: "one more" } };
  expect((await carol.request("POST", "/dashboard/keys", create)).status).toBe(201);
  expect((await carol.request("POST", "/dashboard/keys", create)).body.errors).toEqual({
    body: "exceeds the limit of 200 active keys per account",
  });
  const revive = { json: { expires_at: null } };
  expect(await carol.refused("PATCH", "/dashboard/keys/key_expired1", revive)).toBe("400 invalid_params");
  await carol.request("DELETE", "/dashboard/keys/key_live1");
  expect((await carol.request("PATCH", "/dashboard/keys/key_expired1", revive)).status).toBe(200);
  expect(await carol.refused("POST", "/dashboard/keys", create)).toBe("400 invalid_params");
  const rotate = "/dashboard/keys/key_live2/rotate";
  expect((await carol.request("POST", rotate)).body.errors).toEqual({
    overlap_seconds: "must be 0: the new key would exceed the limit of 200 active keys per account",
  });
  expect((await carol.request("POST", rotate, { json: { overlap_seconds: 0 } })).status).toBe(201);
});

test("a key without a limit gets the default limit when its owner rotates it", async () => {
  const made = await createAccessKey(db, {
    name: "demo",
    accountId: alice.accountId,
    isUnlimited: true,
    isWalletEnabled: true,
  });
  const { body } = await alice.request("POST", `/dashboard/keys/${made.id}/rotate`, { json: {} });
  expect(await findAccessKey(db, body.access_key)).toMatchObject({ isUnlimited: false, isWalletEnabled: true });
});

test("rotated keys count as new keys for the rate limit", async () => {
  const bob = await dashboard.visit(user("2"));
  const request = (path: string) => bob.request("POST", path, { json: path.endsWith("/rotate") ? {} : { name: "x" } });
  const made = [await request("/dashboard/keys")];
  while (made.length < 60) made.push(await request(`/dashboard/keys/${made.at(-1)!.body.key.id}/rotate`));
  expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
  const { status, body } = await request(`/dashboard/keys/${made.at(-1)!.body.key.id}/rotate`);
  expect([status, body.code]).toEqual([429, "rate_limited"]);
  expect((await bob.request("GET", "/dashboard/keys")).body).toHaveLength(60);
});

test.each([
  [{ ip_ranges: ["10.0.0.5/8"] }, "ip_ranges[0]"],
  [{ ip_ranges: ["::1", "example.com"] }, "ip_ranges[1]"],
  [{ ip_ranges: ["10.0.0.0/33"] }, "ip_ranges[0]"],
  [{ ip_ranges: ["10.1"] }, "ip_ranges[0]"],
  [{ ip_ranges: ["::/00"] }, "ip_ranges[0]"],
  [{ ip_ranges: ["10.0.0.0/8", "fe80::/010"] }, "ip_ranges[1]"],
  [{ ip_ranges: ["fe80::1%eth0"] }, "ip_ranges[0]"],
  [{ operations: ["getUserTokenList", "getNothing"] }, "operations[1]"],
  [{ operations: ["getDashboardApps"] }, "operations[0]"],
  [{ expires_at: 1 }, "expires_at"],
  [{ rate_per_second: 0 }, "rate_per_second"],
  [{ is_wallet_enabled: true }, "body"],
])("an invalid key, %j, is refused by field", async (given, field) => {
  const { status, body } = await alice.request("POST", "/dashboard/keys", { json: { name: "x", ...given } });
  expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
});

test("an owner may limit a key, and never raise it above the server's limit or what the operator granted", async () => {
  const create = (rate: number) =>
    alice.request("POST", "/dashboard/keys", { json: { name: "fast", rate_per_second: rate } });
  expect((await create(101)).body).toMatchObject({
    errors: { rate_per_second: expect.stringContaining("at most 100") },
  });
  const { id } = (await create(100)).body.key;
  const change = (rate: number | null) =>
    alice.refused("PATCH", `/dashboard/keys/${id}`, { json: { rate_per_second: rate } });
  expect(await change(10_000)).toBe("400 invalid_params");
  await updateAccessKey(db, id, { ratePerSecond: 500 });
  expect(await change(501)).toBe("400 invalid_params");
  expect(await change(500)).toBe("200 undefined");
  expect(await change(null)).toBe("200 undefined");
  expect(await change(500)).toBe("400 invalid_params");
});

test("only the operator enables the wallet group, for any account's key", async () => {
  const { body } = await alice.request("POST", "/dashboard/keys", { json: { name: "wallet" } });
  const opened = await operator.request("PATCH", `/dashboard/operator/keys/${body.key.id}`, {
    json: { is_wallet_enabled: true },
  });
  expect(opened.body).toMatchObject({ id: body.key.id, is_wallet_enabled: true });
  const { body: keys } = await operator.request("GET", `/dashboard/operator/accounts/${alice.accountId}/keys`);
  expect(keys).toContainEqual(opened.body);
  const none = { json: { is_wallet_enabled: true } };
  expect(await operator.refused("PATCH", "/dashboard/operator/keys/key_none", none)).toBe("404 not_found");
});

test("operators grant units once per reference, and never take back more than there are; both sides see the ledger", async () => {
  const grants = `/dashboard/operator/accounts/${alice.accountId}/grants`;
  const grant = { json: { amount: 1000, reason: "Plan", reference: "INV-1" } };
  const { body: first } = await operator.request("POST", grants, grant);
  expect(first).toMatchObject({ balance: 1000, is_new: true, entry: { actor: `operator ${OPERATOR}` } });
  expect((await operator.request("POST", grants, grant)).body).toEqual({ ...first, is_new: false });
  const { body: log } = await alice.request("GET", "/dashboard/audit_log?limit=2");
  expect(log.audit_list).toMatchObject([
    { action: "units.grant", detail: "1000 already granted" },
    { action: "units.grant", detail: "1000" },
  ]);
  const low = await operator.request("POST", grants, { json: { amount: -1001, reason: "no" } });
  expect([low.status, Object.keys(low.body.errors)]).toEqual([400, ["amount"]]);
  expect(await operator.refused("POST", grants, { json: { amount: 0, reason: "no" } })).toBe("400 invalid_params");
  expect(await operator.refused("POST", grants, { json: { amount: 1.5, reason: "no" } })).toBe("400 invalid_params");
  await operator.request("POST", grants, { json: { amount: -100, reason: "Mistake" } });
  const { body: ledger } = await alice.request("GET", "/dashboard/ledger?limit=1");
  expect(ledger).toMatchObject({ ledger_list: [{ amount: -100, reason: "Mistake", reference: null }], total_count: 2 });
  const { body: same } = await operator.request(
    "GET",
    `/dashboard/operator/accounts/${alice.accountId}/ledger?limit=1`,
  );
  expect(same).toEqual(ledger);
});

test("units report how long they last; usage is reported by day, operation and key, and exported without formulas", async () => {
  const { body: made } = await alice.request("POST", "/dashboard/keys", { json: { name: '=HYPERLINK("x"), y' } });
  await use(0, made.key.id, "getUserTokenList", 30);
  await use(2, made.key.id, "getUserTokenList", 60);
  await use(2, "pc_1", "getMe", 10);
  await use(40, "pc_1", "getMe", 5);
  await grantUnits(db, { accountId: alice.accountId, amount: 100, reason: "Gift", actor: "operator" });
  const { body: units } = await alice.request("GET", "/dashboard/units");
  expect(units).toEqual({ balance: 1000, granted: 1000, used: 105, used_today: 30, daily_mean: 10, days_left: 100 });

  const { body: usage } = await alice.request("GET", "/dashboard/usage");
  const summed = { operation: "", key_id: "", key_name: "" };
  expect(usage).toEqual({
    from: shiftDay(today, -29),
    to: today,
    usage_list: [
      { ...summed, day: shiftDay(today, -2), units: 70, calls: 2 },
      { ...summed, day: today, units: 30, calls: 1 },
    ],
  });
  const { body: long } = await alice.request("GET", `/dashboard/usage?from=${shiftDay(today, -40)}&by=key,operation`);
  expect(long.usage_list.map(({ key_name, units: used }: Record<string, unknown>) => [key_name, used])).toEqual([
    ['=HYPERLINK("x"), y', 90],
    ["", 15],
  ]);
  const csv = await alice.request("GET", `/dashboard/usage.csv?from=${today}&by=day,operation,key`);
  expect(csv.headers.get("content-disposition")).toBe(`attachment; filename="usage-${today}-${today}.csv"`);
  const line = `${today},getUserTokenList,${made.key.id},"'=HYPERLINK(""x""), y",30,1`;
  expect(csv.body).toBe(`day,operation,key_id,key_name,units,calls\r\n${line}\r\n`);
  expect((await alice.request("GET", "/dashboard/keys")).body[0]).toMatchObject({ id: made.key.id, units_30_days: 90 });
  const early = ["from=0000-12-31&to=0001-01-01", "to=0000-06-01", "to=0001-01-05"];
  const wrong = ["from=2025-13-01", "from=2025-01-02&to=2025-01-01", "from=2020-01-01", "by=day,hour", "from=x"];
  for (const query of [...wrong, ...early])
    expect([query, await alice.refused("GET", `/dashboard/usage?${query}`)]).toEqual([query, "400 invalid_params"]);
  expect(await alice.refused("GET", "/dashboard/usage?from=0001-01-01&to=0001-01-01")).toBe("200 undefined");
});

test("M12: operators set an operation's price, an integer of at least 1, and reset it to the contract's", async () => {
  const path = "/dashboard/operator/prices/getUserTokenList";
  const find = async (operation = "getUserTokenList") => {
    const { body } = await operator.request("GET", "/dashboard/operator/prices");
    return (body as { operation_id: string }[]).find(({ operation_id: id }) => id === operation);
  };
  const usual = await find();
  expect(usual).toMatchObject({ path: "GET /v1/user/token_list", is_overridden: false, updated_by: "" });
  const { body: changed } = await operator.request("PUT", path, { json: { units: 99 } });
  expect(changed).toMatchObject({ units: 99, is_overridden: true, updated_by: `operator ${OPERATOR}` });
  expect(await find()).toEqual(changed);
  for (const units of [0, -1, 1.5, null, "x", 1e7])
    expect([units, await operator.refused("PUT", path, { json: { units } })]).toEqual([units, "400 invalid_params"]);
  expect((await operator.request("DELETE", path)).body).toEqual(usual);
  const send = "/dashboard/operator/prices/postOfficialGroupSend";
  const { body: set } = await operator.request("PUT", send, { json: { units: 7 } });
  expect(await find("postOfficialGroupSendUnversioned")).toEqual({
    ...set,
    operation_id: "postOfficialGroupSendUnversioned",
    path: "POST /official/group_send",
  });
  await operator.request("DELETE", send);
  const free = { json: { units: 1 } };
  expect(await operator.refused("PUT", "/dashboard/operator/prices/getHealthz", free)).toBe("404 not_found");
});

test("operators see the sent messages", async () => {
  const { body } = await operator.request("GET", "/dashboard/operator/messages?limit=1");
  expect(body).toEqual({ message_list: [], total_count: 0 });
});

test("operators search, rename and close accounts", async () => {
  const find = async (query: string) =>
    (await operator.request("GET", `/dashboard/operator/accounts?query=${query}`)).body.account_list;
  const [account] = await find(alice.accountId);
  expect(account).toMatchObject({ owner: user("1"), balance: 1000, granted: 1000, used_30_days: 100, app_count: 0 });
  expect(await find(user("1"))).toEqual([account]);
  const path = `/dashboard/operator/accounts/${alice.accountId}`;
  const change = { name: "Alice Ltd", is_disabled: true };
  expect((await operator.request("PATCH", path, { json: change })).body).toMatchObject(change);
  expect((await alice.readSession()).body).toMatchObject({ name: "Alice Ltd", is_disabled: true });
  await setAccountDisabled(db, alice.accountId, false);
  expect(await operator.refused("PATCH", "/dashboard/operator/accounts/acc_none", { json: change })).toBe(
    "404 not_found",
  );
});

test("operators disable a protocol with a reason, and enable it again; the protocols channel is notified", async () => {
  const { body: all } = await operator.request("GET", "/dashboard/operator/protocols");
  expect(all).toContainEqual(expect.objectContaining({ id: "aave3", chain_id: "eth", is_off: false, off_reason: "" }));
  const path = "/dashboard/operator/protocols/aave3";
  const off = await operator.request("PUT", path, { json: { is_off: true, reason: "Exploited" } });
  expect(off.body).toMatchObject({ id: "aave3", is_off: true, off_reason: "Exploited" });
  expect((await operator.request("PUT", path, { json: { is_off: false } })).body).toMatchObject({
    is_off: false,
    off_reason: "",
  });
  const { body: switches } = await operator.request("GET", "/dashboard/operator/protocol_switches");
  const done = {
    protocol_id: "aave3",
    name: "Aave V3",
    actor: `operator ${OPERATOR}`,
    switched_at: expect.any(Number),
  };
  expect(switches).toEqual([
    { ...done, is_off: false, reason: "" },
    { ...done, is_off: true, reason: "Exploited" },
  ]);
  const none = { json: { is_off: true } };
  expect(await operator.refused("PUT", "/dashboard/operator/protocols/nothing", none)).toBe("404 not_found");
  expect((await operator.request("GET", "/dashboard/operator/chains")).body).toEqual([]);
});
