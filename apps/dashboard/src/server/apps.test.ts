import { findOauthClient, hashClientSecret } from "@portico/store";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { user, startTestDashboard } from "./testing/startTestDashboard.ts";

const dashboard = await startTestDashboard();
afterAll(() => dashboard.stop());
const { db } = dashboard;
const alice = await dashboard.visit(user("1"));
const { body: app } = await alice.request("POST", "/dashboard/apps", {
  json: { name: "Maps", site_url: "https://maps.dev" },
});
const ofApp = `/dashboard/apps/${app.id}`;
const validate = () => sql`update oauth_app set is_validated = true where id = ${app.id}`.execute(db);

test("an application is listed, renamed and removed; a name with look-alike letters gets a warning", async () => {
  expect(app).toMatchObject({ name: "Maps", site_url: "https://maps.dev/", is_validated: false, name_warning: "" });
  const { body: malformed } = await alice.request("POST", "/dashboard/apps", {
    json: { name: "Dеmo <b>App</b>", site_url: "https://demo.dev" }, // C08: the first е is Cyrillic
  });
  expect(malformed.name_warning).toBe('"Dеmo" mixes Latin and Cyrillic letters, which look alike');
  expect(
    (await alice.request("PATCH", `/dashboard/apps/${malformed.id}`, { json: { name: " Demo " } })).body,
  ).toMatchObject({
    name: "Demo",
    name_warning: "",
    site_url: "https://demo.dev/",
  });
  expect((await alice.request("GET", "/dashboard/apps")).body).toHaveLength(2);
  expect((await alice.request("DELETE", `/dashboard/apps/${malformed.id}`)).status).toBe(204);
  expect(await alice.refused("GET", `/dashboard/apps/${malformed.id}`)).toBe("404 not_found");
});

test("D01: an application that isn't validated can't have clients", async () => {
  const uris = { json: { redirect_uris: ["https://maps.dev/back"] } };
  const { status, body } = await alice.request("POST", `${ofApp}/clients`, uris);
  expect([status, body.code]).toEqual([409, "app_not_validated"]);
  expect(body.detail).toContain(`POST ${ofApp}/validation`);
  await validate();
  expect((await alice.request("POST", `${ofApp}/clients`, uris)).status).toBe(201);
});

test.each([
  ["http", "http://maps.dev/back"],
  ["a script", "javascript:alert(1)"],
  ["data", "data:text/html,x"],
  ["a wildcard", "https://*.maps.dev/back"],
  ["a fragment", "https://maps.dev/back#x"],
  ["user info", "https://maps.dev@evil.example/back"],
  ["an IP address", "https://203.0.113.7/back"],
  ["the address of this computer and https", "https://[::1]/"],
  ["no slashes before the host", "https:a.example/"],
  ["an address in another spelling", "http://0x7f.1/"],
  ["nothing", ""],
])("D04: a redirect URI with %s is refused, at creation and on change", async (_what, uri) => {
  await validate();
  const { status, body } = await alice.request("POST", `${ofApp}/clients`, {
    json: { redirect_uris: ["https://maps.dev/back", uri] },
  });
  expect([status, body.code]).toEqual([400, "invalid_redirect_uri"]);
  expect(Object.keys(body.errors)).toEqual(["redirect_uris[1]"]);
  const made = await alice.request("POST", `${ofApp}/clients`, { json: { redirect_uris: ["https://maps.dev/back"] } });
  const change = { json: { redirect_uris: [uri] } };
  expect((await alice.request("PATCH", `/dashboard/clients/${made.body.client.id}`, change)).status).toBe(400);
  await alice.request("DELETE", `/dashboard/clients/${made.body.client.id}`);
});

test("D04: more than 100 redirect URIs, very long ones and none are refused", async () => {
  await validate();
  const refused = (uris: string[]) => alice.refused("POST", `${ofApp}/clients`, { json: { redirect_uris: uris } });
  const many = Array.from({ length: 101 }, (_, n) => `https://maps.dev/${n}`);
  expect(await refused(many)).toBe("400 invalid_params");
  expect(await refused([])).toBe("400 invalid_params");
  expect(await refused([`https://maps.dev/${"x".repeat(2048)}`])).toBe("400 invalid_params");
});

test("D08: a secret is shown once; a new one works beside the old one until that is ended, or for a week", async () => {
  await validate();
  const { headers, body } = await alice.request("POST", `${ofApp}/clients`, {
    json: { redirect_uris: ["http://127.0.0.1:3000/back"], scope_format: "string" },
  });
  expect(headers.get("cache-control")).toBe("no-store");
  const { client, client_secret: secret } = body;
  expect(client).toMatchObject({ scope_format: "string", refusal: "redirect", is_disabled: false });
  expect(client.secrets).toEqual([{ hint: `ps_…${secret.slice(-4)}`, expires_at: null }]);
  const ofClient = `/dashboard/clients/${client.id}`;
  expect(JSON.stringify((await alice.request("GET", `${ofApp}/clients`)).body)).not.toContain(secret);

  const { body: rotated } = await alice.request("POST", `${ofClient}/secret`);
  const week = Date.now() / 1000 + 7 * 86_400;
  expect(rotated.client.secrets).toEqual([
    { hint: `ps_…${rotated.client_secret.slice(-4)}`, expires_at: null },
    { hint: `ps_…${secret.slice(-4)}`, expires_at: expect.closeTo(week, -2) },
  ]);
  const live = async () => (await findOauthClient(db, client.id))?.secretHashes;
  expect(await live()).toEqual([hashClientSecret(rotated.client_secret), hashClientSecret(secret)]);
  await sql`update oauth_client set old_secret_expires_at = now() where id = ${client.id}`.execute(db);
  expect(await live()).toEqual([hashClientSecret(rotated.client_secret)]);
  await alice.request("POST", `${ofClient}/secret`);
  expect((await alice.request("DELETE", `${ofClient}/secret/previous`)).body.secrets).toHaveLength(1);
  const dump = await sql`select oauth_client::text as text from oauth_client`.execute(db);
  expect(JSON.stringify(dump.rows)).not.toContain(secret);
});

test("a client is changed, disabled and removed", async () => {
  await validate();
  const { body } = await alice.request("POST", `${ofApp}/clients`, { json: { redirect_uris: ["https://maps.dev/1"] } });
  const ofClient = `/dashboard/clients/${body.client.id}`;
  const change = { redirect_uris: ["https://maps.dev/2"], is_disabled: true, refusal: "page" };
  expect((await alice.request("PATCH", ofClient, { json: change })).body).toMatchObject(change);
  const bad = { redirect_uris: ["https://maps.dev/#"] };
  expect(await alice.refused("PATCH", ofClient, { json: bad })).toBe("400 invalid_redirect_uri");
  expect((await alice.request("DELETE", ofClient)).status).toBe(204);
  expect(await findOauthClient(db, body.client.id)).toBeUndefined();
});

const put = (bytes: Uint8Array<ArrayBuffer> | string, type = "image/png") =>
  alice.request("PUT", `${ofApp}/logo`, { bytes, headers: { "content-type": type } });

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 192, g: 192, b: 192, alpha: 0.75 } } });

/** With a comment segment. */
const annotate = (jpeg: Buffer, text: string) =>
  Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xfe, 0, text.length + 2]),
    Buffer.from(text),
    jpeg.subarray(2),
  ]);
const GIF = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

test("C09: a logo is re-encoded from PNG, JPEG or WebP, without metadata, and can be removed", async () => {
  const files = [
    await picture(600, 300).png().toBuffer(),
    annotate(await picture(90, 90).jpeg().toBuffer(), "SECRET PLACE"),
    await picture(10, 10).webp().toBuffer(),
  ];
  for (const file of files) {
    const { status, body } = await put(new Uint8Array(file));
    expect([status, body.logo_url]).toEqual([200, expect.stringMatching(`^${ofApp}/logo\\?v=\\d+$`)]);
    const logo = await alice.request("GET", body.logo_url);
    expect([logo.headers.get("content-type"), logo.headers.get("cache-control")]).toEqual([
      "image/webp",
      "private, max-age=31536000, immutable",
    ]);
    expect(await sharp(logo.body as Buffer).metadata()).toMatchObject({
      format: "webp",
      width: 256,
      height: 256,
    });
    expect((logo.body as Buffer).includes("SECRET PLACE")).toBe(false);
  }
  const { rows } = await sql<{ logo_url: string }>`select logo_url from oauth_app where id = ${app.id}`.execute(db);
  expect(rows[0]?.logo_url).toMatch(new RegExp(`^/app-logos/${app.id}\\?v=\\d+$`));
  expect((await alice.request("DELETE", `${ofApp}/logo`)).status).toBe(204);
  expect(await alice.refused("GET", `${ofApp}/logo`)).toBe("404 not_found");
});

test("a validated application that changes or removes a logo that users saw is no longer validated", async () => {
  const isValidated = async () => (await alice.request("GET", ofApp)).body.is_validated;
  const [one, other] = await Promise.all(
    [10, 20].map(async (width) => new Uint8Array(await picture(width, 9).png().toBuffer())),
  );
  await alice.request("DELETE", `${ofApp}/logo`);
  await validate();
  expect((await put(one!)).body.is_validated).toBe(true); // users had seen no logo
  expect((await put(one!)).body.is_validated).toBe(true);
  expect((await put(other!)).body.is_validated).toBe(false);
  await validate();
  await alice.request("DELETE", `${ofApp}/logo`);
  expect(await isValidated()).toBe(false);
  await validate();
  await alice.request("DELETE", `${ofApp}/logo`);
  expect(await isValidated()).toBe(true);
});

test("C09: anything else is refused by its bytes: SVG, HTML, other formats, decompression bombs, and files that are too large", async () => {
  const refused = async (bytes: Uint8Array<ArrayBuffer> | string, type?: string) => {
    const { status, body } = await put(bytes, type);
    return `${status} ${body.code}`;
  };
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`;
  expect(await refused(svg)).toBe("400 invalid_image");
  expect(await refused("<html></html>", "image/webp")).toBe("400 invalid_image");
  expect(await refused(new Uint8Array(GIF))).toBe("400 invalid_image");
  const png = await picture(64, 64).png().toBuffer();
  expect(await refused(new Uint8Array(png.subarray(0, 60)))).toBe("400 invalid_image");
  const bomb = await picture(12_000, 4_000).png({ compressionLevel: 9 }).toBuffer();
  expect(bomb.length).toBeLessThan(1_000_000);
  expect(await refused(new Uint8Array(bomb))).toBe("400 invalid_image");
  expect(await refused(new Uint8Array(1_100_000))).toBe("413 content_too_large");
  expect(await refused("")).toBe("400 invalid_image");
});

test("every response reports the rate limit, and beyond one it is 429 and names the policy", async () => {
  const limit = (reply: { headers: Headers }) =>
    ["RateLimit", "RateLimit-Policy"].map((name) => reply.headers.get(name));
  const usual = limit(await alice.request("GET", "/dashboard/apps"));
  expect(usual.map((text) => text?.replaceAll(/\d+/g, "n"))).toEqual([
    '"callsByAddress";r=n;t=n',
    '"callsByAddress";q=n;w=n',
  ]);
  await Promise.all(Array.from({ length: 20 }, () => put(Buffer.from("x"), "image/png")));
  const refused = await put(Buffer.from("x"), "image/png");
  expect([refused.status, ...limit(refused)]).toEqual([
    429,
    expect.stringMatching(/^"logosByAccount";r=0;t=\d+$/),
    '"logosByAccount";q=20;w=60',
  ]);
  expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
});
