import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  createDashboardSession,
  createInvitation,
  inTeam,
  keySubject,
  parseSubject,
  putMember,
  ROLES,
} from "@portico/store";
import type { Role } from "@portico/store";
import { listOperations } from "@portico/server";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { assertMay, ROLES_OF } from "./access.ts";
import { loadDefinition } from "./definition.ts";
import { OPERATOR, startTestDashboard, user } from "./testing/startTestDashboard.ts";
import type { Visitor } from "./testing/visitor.ts";

const dashboard = await startTestDashboard();
afterAll(() => dashboard.stop());
const { db, visit } = dashboard;
const addressOf = (digit: string) => keySubject(user(digit));

/** The owner of a new account; every test has its own. */
const [alice, bob, carol, dave] = [
  await visit(user("1")),
  await visit(user("2")),
  await visit(user("3")),
  await visit(user("4")),
];

async function invite(from: Visitor, role: Role, invitee: string | null = null): Promise<string> {
  const { status, body, headers } = await from.request("POST", "/dashboard/invitations", { json: { role, invitee } });
  expect([status, headers.get("cache-control")]).toEqual([201, "no-store"]);
  return new URL(body.link).hash.slice(1);
}
const accept = (who: Visitor, secret: string) =>
  who.refused("POST", "/dashboard/invitations/acceptance", { json: { secret } });
const enter = async (who: Visitor, accountId: string): Promise<number> => {
  const { status } = await who.request("PUT", "/dashboard/session/account", { json: { account_id: accountId } });
  await who.readSession();
  return status;
};
async function joinAs(who: Visitor, from: Visitor, role: Role): Promise<void> {
  expect(await accept(who, await invite(from, role))).toBe("200 undefined");
  await who.readSession();
}
const rolesIn = async (who: Visitor) =>
  ((await who.request("GET", "/dashboard/members")).body.member_list as { id: string; role: Role }[]).map(
    ({ id, role }) => [id, role],
  );

/** Which roles may call which operations, apart from the server's own table. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  owner: ["postDashboardMembersMemberIdOwnership"],
  "owner admin": [
    "deleteDashboardInvitationsInvitationId",
    "deleteDashboardMembersMemberId",
    "getDashboardAuditLog",
    "getDashboardInvitations",
    "patchDashboardAccount",
    "patchDashboardMembersMemberId",
    "postDashboardInvitations",
    "postDashboardUnitRequests",
  ],
  "owner admin developer": [
    "deleteDashboardAlertRulesAlertRuleId",
    "deleteDashboardAppsAppId",
    "deleteDashboardAppsAppIdLogo",
    "deleteDashboardClientsClientId",
    "deleteDashboardClientsClientIdSecretPrevious",
    "deleteDashboardKeysKeyId",
    "deleteDashboardSubscriptionsSubscriptionId",
    "patchDashboardAlertRulesAlertRuleId",
    "patchDashboardAppsAppId",
    "patchDashboardClientsClientId",
    "patchDashboardKeysKeyId",
    "patchDashboardSubscriptionsSubscriptionId",
    "postDashboardAlertRules",
    "postDashboardApps",
    "postDashboardAppsAppIdClients",
    "postDashboardAppsAppIdValidation",
    "postDashboardAppsAppIdValidationCheck",
    "postDashboardClientsClientIdSecret",
    "postDashboardKeys",
    "postDashboardKeysKeyIdRotate",
    "postDashboardNoticesRead",
    "postDashboardSubscriptionsSubscriptionIdRedelivery",
    "putDashboardAppsAppIdLogo",
  ],
  "owner admin developer viewer": [
    "deleteDashboardAccountsAccountId",
    "getDashboardAccounts",
    "getDashboardAlertRules",
    "getDashboardApps",
    "getDashboardAppsAppId",
    "getDashboardAppsAppIdClients",
    "getDashboardAppsAppIdLogo",
    "getDashboardKeys",
    "getDashboardLedger",
    "getDashboardMembers",
    "getDashboardNotices",
    "getDashboardRequests",
    "getDashboardSession",
    "getDashboardSubscriptions",
    "getDashboardSubscriptionsSubscriptionIdDeadLetters",
    "getDashboardTraffic",
    "getDashboardUnitRequests",
    "getDashboardUnits",
    "getDashboardUsage",
    "getDashboardUsageCsv",
    "postDashboardInvitationsAcceptance",
    "postDashboardInvitationsPreview",
    "postDashboardSignOut",
    "putDashboardSessionAccount",
  ],
};

test("each role may call the operations of the table, and an operation that no table has is refused", async () => {
  const everything = Object.entries(loadDefinition().paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      /^(get|put|post|patch|delete)$/.test(method)
        ? [
            [
              (operation as { operationId: string }).operationId,
              method.toUpperCase(),
              path.replaceAll(/\{\w+\}/g, "none"),
            ] as const,
          ]
        : [],
    ),
  );
  const forOperators = everything.filter(([, , path]) => path.startsWith("/dashboard/operator/"));
  const listed = Object.values(EXPECTED).flat();
  expect([...listed, ...forOperators.map(([id]) => id)].toSorted()).toEqual(
    [...listOperations(loadDefinition()).keys()].toSorted(),
  );
  const owner = await visit(user("c"));
  for (const [index, role] of (["owner", "admin", "developer", "viewer"] as const).entries()) {
    const subject = parseSubject(`0x${index}${"d".repeat(39)}`)!;
    const member = await visit(subject);
    await inTeam(db, owner.accountId, (tx) =>
      putMember(tx, { accountId: owner.accountId, subject, role, ownName: "x" }),
    );
    expect(await enter(member, owner.accountId)).toBe(200);
    const mayCall = new Set(
      Object.entries(EXPECTED).flatMap(([roles, ids]) => (roles.split(" ").includes(role) ? ids : [])),
    );
    for (const [id, method, path] of everything.filter(([one]) => one !== "postDashboardSignOut")) {
      const { status, body } = await member.request(method, path, method === "GET" ? {} : { json: {} });
      const isRefused = status === 403 && ["role_not_allowed", "operator_only"].includes(body.code);
      expect([role, id, isRefused]).toEqual([role, id, !mayCall.has(id)]);
    }
  }
  expect(() => assertMay({ role: "owner", isOperator: true }, "getDashboardNew")).toThrow("may not do this");
  expect(() => assertMay({ role: "owner", isOperator: true }, "toString")).toThrow("may not do this");
});

test("the documentation's table of roles is the server's", () => {
  const text = readFileSync(join(import.meta.dirname, "../../../docs/members.md"), "utf8");
  const rows = [...text.matchAll(/^\| [^|]+ \| `([\w.]+)` +\|(.+)\|$/gm)].map(([, permission, cells = ""]) => {
    const answers = cells.split("|").map((cell) => cell.trim());
    return [permission, ROLES.filter((_role, index) => answers[index] === "yes")];
  });
  expect(Object.fromEntries(rows)).toEqual(ROLES_OF);
});

test("an invitation is accepted once, by whom it is for, and the session goes on in the account", async () => {
  const secret = await invite(alice, "developer", user("2"));
  const preview = (who: Visitor) => who.request("POST", "/dashboard/invitations/preview", { json: { secret } });
  expect((await preview(carol)).body.errors.secret).toContain("another address");
  expect((await preview(bob)).body).toMatchObject({ role: "developer", invited_by: user("1"), is_member: false });
  expect(await accept(carol, secret)).toBe("400 invalid_params");
  expect(await accept(bob, secret)).toBe("200 undefined");
  expect((await bob.readSession()).body).toMatchObject({ account_id: alice.accountId, role: "developer" });
  expect(await accept(bob, secret)).toBe("404 not_found");
  const { body: made } = await bob.request("POST", "/dashboard/keys", { json: { name: "bob's" } });
  expect((await alice.request("GET", "/dashboard/keys")).body).toMatchObject([{ id: made.key.id }]);
  const accounts = (await bob.request("GET", "/dashboard/accounts")).body.account_list;
  expect(accounts).toMatchObject([
    { account_id: bob.accountId, is_own: true, role: "owner" },
    { account_id: alice.accountId, is_own: false, role: "developer" },
  ]);
  expect(await enter(bob, bob.accountId)).toBe(200);
  expect((await bob.request("GET", "/dashboard/keys")).body).toEqual([]);
  expect(await enter(bob, carol.accountId)).toBe(404);
  const beginsIn = async (browser: string) => (await (await visit(user("2"), browser)).readSession()).body.account_id;
  expect(await beginsIn("home")).toBe(bob.accountId);
  await enter(bob, alice.accountId);
  expect(await beginsIn("away")).toBe(alice.accountId); // where the last session worked
  await enter(bob, bob.accountId);
  expect(await beginsIn("back")).toBe(bob.accountId);
  expect((await alice.request("GET", "/dashboard/invitations")).body).toEqual({ invitation_list: [] });
});

test("of several who accept at once one becomes a member; revoked, over and unknown invitations are of no use", async () => {
  const owner = await visit(user("5"));
  const secret = await invite(owner, "viewer");
  const answers = await Promise.all([carol, dave].map((who) => accept(who, secret)));
  expect(answers.toSorted()).toEqual(["200 undefined", "404 not_found"]);
  for (const who of [carol, dave]) await who.readSession();
  const again = await invite(owner, "viewer");
  const [pending] = (await owner.request("GET", "/dashboard/invitations")).body.invitation_list;
  expect((await owner.request("DELETE", `/dashboard/invitations/${pending.id}`)).status).toBe(204);
  expect(await owner.refused("DELETE", `/dashboard/invitations/${pending.id}`)).toBe("404 not_found");
  const past = {
    accountId: owner.accountId,
    role: "owner",
    invitee: null,
    invitedBy: addressOf("5"),
    ttlSeconds: -1,
  } as const;
  const { secret: late } = await createInvitation(db, past);
  for (const useless of [again, late, "x".repeat(43)]) expect(await accept(bob, useless)).toBe("404 not_found");
  const foreign = await invite(owner, "viewer");
  const [other] = (await owner.request("GET", "/dashboard/invitations")).body.invitation_list;
  expect(await alice.refused("DELETE", `/dashboard/invitations/${other.id}`)).toBe("404 not_found");
  const { rows } = await sql<{ text: string }>`select account_invitation::text as text from account_invitation`.execute(
    db,
  );
  expect(rows.map(({ text }) => text).join()).not.toContain(foreign);
  expect(dashboard.logged()).not.toContain(foreign);
  expect(await owner.refused("POST", "/dashboard/invitations", { json: { role: "viewer", invitee: "me" } })).toBe(
    "400 invalid_params",
  );
});

test("whoever is removed loses access at once, in every browser, with the invitations that they sent", async () => {
  const owner = await visit(user("6"));
  const admin = await visit(user("7"));
  const phone = await visit(user("7"), "phone");
  await joinAs(admin, owner, "admin");
  await enter(phone, owner.accountId);
  const secret = await invite(admin, "admin");
  expect((await owner.request("DELETE", `/dashboard/members/${user("7")}`)).status).toBe(200);
  for (const gone of [admin, phone]) expect(await gone.refused("GET", "/dashboard/keys")).toBe("401 unauthorized");
  expect(await accept(await visit(user("7"), "later"), secret)).toBe("404 not_found");
  // even if its session had survived
  const token = "s".repeat(43);
  await createDashboardSession(db, { token, accountId: admin.accountId, ttlSeconds: 60 });
  await sql`update dashboard_session set acting_account_id = ${owner.accountId}
    where token_hash = sha256(${Buffer.from(token)})`.execute(db);
  const answer = await fetch(`${dashboard.url}/dashboard/keys`, { headers: { cookie: `portico_dashboard=${token}` } });
  expect(answer.status).toBe(401);
});

test("an account keeps an owner, who hands it over and then may leave; nobody reaches above their role", async () => {
  const owner = await visit(user("8"));
  const admin = await visit(user("9"));
  const at = (digit: string) => `/dashboard/members/${user(digit)}`;
  const { accountId } = owner;
  await joinAs(admin, owner, "admin");
  expect(await owner.refused("PATCH", at("8"), { json: { role: "admin" } })).toBe("400 invalid_params");
  expect(await owner.refused("DELETE", at("8"))).toBe("400 invalid_params");
  expect(await owner.refused("DELETE", `/dashboard/accounts/${accountId}`)).toBe("400 invalid_params");
  expect(await admin.refused("PATCH", at("8"), { json: { role: "viewer" } })).toBe("403 role_not_allowed");
  expect(await admin.refused("DELETE", at("8"))).toBe("403 role_not_allowed");
  expect(await admin.refused("PATCH", at("9"), { json: { role: "owner" } })).toBe("403 role_not_allowed");
  expect(await admin.refused("POST", "/dashboard/invitations", { json: { role: "owner", invitee: null } })).toBe(
    "403 role_not_allowed",
  );
  expect(await admin.refused("POST", `${at("9")}/ownership`)).toBe("403 role_not_allowed");
  expect(await owner.refused("POST", `${at("8")}/ownership`)).toBe("400 invalid_params");
  expect(await owner.refused("PATCH", at("f"), { json: { role: "viewer" } })).toBe("404 not_found");
  const { key } = (await owner.request("POST", "/dashboard/keys", { json: { name: "kept" } })).body;

  expect((await owner.request("POST", `${at("9")}/ownership`)).status).toBe(200);
  expect(await rolesIn(admin)).toEqual(
    expect.arrayContaining([
      [user("8"), "admin"],
      [user("9"), "owner"],
    ]),
  );
  expect((await owner.readSession()).body).toMatchObject({ account_id: accountId, role: "admin" });
  expect((await owner.request("DELETE", `/dashboard/accounts/${accountId}`)).status).toBe(204);
  const own = (await owner.readSession()).body;
  expect([own.account_id === accountId, own.role]).toEqual([false, "owner"]);
  expect((await owner.request("GET", "/dashboard/keys")).body).toEqual([]);
  expect((await admin.request("GET", "/dashboard/keys")).body).toMatchObject([{ id: key.id }]);
  expect(await rolesIn(admin)).toEqual([[user("9"), "owner"]]);
  expect((await (await visit(user("8"), "again")).readSession()).body.account_id).toBe(own.account_id);
});

test("owners who demote each other at once leave one owner", async () => {
  const first = await visit(user("b"));
  const second = await visit(user("e"));
  await joinAs(second, first, "owner");
  const demote = (who: Visitor, digit: string) =>
    who.refused("PATCH", `/dashboard/members/${user(digit)}`, { json: { role: "viewer" } });
  await Promise.all([demote(first, "e"), demote(second, "b"), demote(first, "b"), demote(second, "e")]);
  const roles = (await rolesIn(first)).map(([, role]) => role);
  expect(new Set(roles)).toEqual(new Set(["owner", "viewer"]));
});

test("a page that shows another account than its session works in can't change anything", async () => {
  const before = await visit(user("2"), "tab");
  await enter(before, alice.accountId);
  expect(
    (await before.request("PUT", "/dashboard/session/account", { json: { account_id: bob.accountId } })).status,
  ).toBe(200);
  const stale = { json: { name: "for Alice" } }; // with the token of the former account
  expect(await before.refused("POST", "/dashboard/keys", stale)).toBe("403 csrf");
  await before.readSession();
  expect((await before.request("POST", "/dashboard/keys", stale)).status).toBe(201);
});

test("a member of an operator's account is no operator, and an operator stays one in another account", async () => {
  const operator = await visit(OPERATOR);
  await joinAs(dave, operator, "admin");
  expect((await dave.readSession()).body.is_operator).toBe(false);
  expect(await dave.refused("GET", "/dashboard/operator/accounts")).toBe("403 operator_only");
  await joinAs(operator, alice, "viewer");
  expect((await operator.readSession()).body).toMatchObject({ is_operator: true, role: "viewer" });
  expect((await operator.request("GET", "/dashboard/operator/accounts")).status).toBe(200);
  expect(await operator.refused("POST", "/dashboard/keys", { json: { name: "x" } })).toBe("403 role_not_allowed");
});

test("signing out everywhere ends the sessions of who asks, and of no other member", async () => {
  const phone = await visit(user("3"), "phone");
  await joinAs(carol, alice, "viewer");
  expect((await carol.request("POST", "/dashboard/sign-out", { json: { is_everywhere: true } })).status).toBe(204);
  for (const gone of [carol, phone]) expect(await gone.refused("GET", "/dashboard/session")).toBe("401 unauthorized");
  expect((await alice.request("GET", "/dashboard/session")).status).toBe(200);
});

test("the audit log has who changed what, without secrets, also what an operator did; a developer doesn't see it", async () => {
  const owner = await visit(`eip155:1:${user("1")}` as never);
  const member = await visit(user("f"));
  const operator = await visit(OPERATOR, "desk");
  const secret = await invite(owner, "developer");
  await accept(member, secret);
  await member.readSession();
  const { key, access_key: accessKey } = (await member.request("POST", "/dashboard/keys", { json: { name: "worker" } }))
    .body;
  await member.request("POST", "/dashboard/keys", { json: { name: "" } }); // refused
  await member.request("DELETE", `/dashboard/keys/${key.id}`);
  const account = `/dashboard/operator/accounts/${owner.accountId}`;
  await operator.request("POST", `${account}/grants`, { json: { amount: 5, reason: "gift", reference: null } });
  await owner.request("PATCH", "/dashboard/account", { json: { name: "Shop Ltd" } });
  expect(await member.refused("GET", "/dashboard/audit_log")).toBe("403 role_not_allowed");
  const { body } = await owner.request("GET", "/dashboard/audit_log?limit=4");
  expect([body.total_count, body.audit_list.length]).toEqual([6, 4]);
  const all = (await owner.request("GET", "/dashboard/audit_log")).body.audit_list;
  expect(all).toMatchObject([
    { action: "account.rename", detail: "Shop Ltd", actor: `eip155:1:${user("1")}`, is_operator: false },
    { action: "units.grant", detail: "5", actor: OPERATOR, is_operator: true },
    { action: "key.revoke", subject: key.id, detail: "worker", actor: user("f") },
    { action: "key.create", subject: key.id, detail: "worker", actor: user("f") },
    { action: "member.join", subject: user("f"), detail: "developer" },
    { action: "invitation.create", detail: "developer" },
  ]);
  for (const hidden of [secret, accessKey]) expect(JSON.stringify(all)).not.toContain(hidden);
  expect((await owner.readSession()).body.name).toBe("Shop Ltd");
});

test("the audit log keeps an account's newest 5,000 entries", async () => {
  await sql`
    insert into account_audit_entry (account_id, actor, is_operator, action)
    select ${bob.accountId}, ${sql.lit("\\x")}::bytea || decode(repeat('22', 20), 'hex'), false, 'key.change'
    from generate_series(1, 5010)`.execute(db);
  await enter(bob, bob.accountId);
  await bob.request("PATCH", "/dashboard/account", { json: { name: "Bob's" } });
  const { body } = await bob.request("GET", "/dashboard/audit_log");
  expect([body.total_count, body.audit_list[0].action]).toEqual([5000, "account.rename"]);
});
