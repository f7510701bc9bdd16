import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { launchBrowser, listBarriers } from "@portico/browser";
import { deployEns } from "@portico/evm/testing";
import { type BareChain, startBareChain } from "@portico/devnet";
import {
  createAccessKey,
  createOauthApp,
  findProfile,
  listConnections,
  listFollowing,
  contractSubject,
  keySubject,
} from "@portico/store";
import { decodeQR } from "qr/decode.js";
import type { Address } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPages } from "./pages.ts";
import { createParts } from "./parts.ts";
import { authorizeUrl } from "./testing/client.ts";
import { compileContract } from "./testing/compileContract.ts";
import { openScene, type SceneOptions } from "./testing/openScene.ts";
import { sendTo } from "./testing/sendTo.ts";
import { startTestConnect, type TestClient, type TestConnect } from "./testing/startTestConnect.ts";
import { createTestWallet } from "./testing/testWallet.ts";

const ada = privateKeyToAccount(generatePrivateKey());
const bob = privateKeyToAccount(generatePrivateKey());
const addressOf = ({ address }: { address: string }): Address => address.toLowerCase() as Address;
const shortOf = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`.toLowerCase();

/** The application that users return to. */
const application = createServer((_request, response) => response.end("the application"));
let callback: string;
let chain: BareChain;
let connect: TestConnect;
let client: TestClient;
let chromium: Awaited<ReturnType<typeof launchBrowser>>;
let context: Awaited<ReturnType<typeof chromium.newContext>>;

beforeAll(async () => {
  const pages = createPages({ issuer: "http://127.0.0.1" });
  [chain, chromium] = await Promise.all([startBareChain(1), launchBrowser()]);
  connect = await startTestConnect({ parts: createParts, pages, rpcUrls: new Map([["eth", [chain.rpcUrl]]]) });
  application.listen(0, "127.0.0.1");
  await once(application, "listening");
  callback = `http://127.0.0.1:${(application.address() as AddressInfo).port}/back`;
  client = await connect.addClient({ redirectUris: [callback] });
  context = await chromium.newContext();
});
afterAll(async () => {
  await chromium.close();
  application.close();
  await connect.stop();
  await chain.stop();
});

const authorize = (params: Record<string, string> = {}): string =>
  authorizeUrl(connect, {
    client_id: client.id,
    redirect_uri: callback,
    scope: "user:base:read",
    state: "its state",
    ...params,
  });
const open = (address: string, options: Partial<SceneOptions> = {}) =>
  openScene(context, address, { wallet: createTestWallet(ada), leadsTo: callback, ...options });

test("C07: a user signs in at an application, is remembered, refuses another one, and switches to another wallet", async () => {
  const wallet = createTestWallet(ada);
  const { page, press, text, heading, close } = await open(authorize(), { wallet });
  const back = async (): Promise<URLSearchParams> => {
    await page.waitForURL(`${callback}**`);
    return new URL(page.url()).searchParams;
  };
  await heading("Sign in to Test app");
  await press("Test Wallet");
  await heading("Let Test app see this?");
  await text(shortOf(ada.address));
  await press("Allow");
  expect(Object.fromEntries(await back())).toEqual({ code: expect.any(String), state: "its state" });

  await page.goto(authorize());
  expect((await back()).has("code")).toBe(true);
  expect(wallet.requestedMethods.filter((method) => method === "personal_sign")).toHaveLength(1);

  const appId = await createOauthApp(connect.db, {
    name: "Second",
    siteUrl: "https://second.example",
    isValidated: true,
  });
  const second = await connect.addClient({ appId, redirectUris: [callback] });
  await page.goto(authorize({ client_id: second.id }));
  await heading("Let Second see this?");
  await text("Validated");
  await press("Refuse");
  expect((await back()).get("error")).toBe("access_denied");

  await page.goto(authorize({ scope: "user:base:read user:social:read" }));
  await text("Followers");
  expect(await page.locator(".mark").allInnerTexts()).toEqual(["new"]);
  await press("Use another wallet");
  await heading("Sign in to Test app");
  wallet.accounts = [bob];
  await press("Test Wallet");
  await text(shortOf(bob.address));
  await press("Allow");
  expect((await back()).has("code")).toBe(true);
  expect((await listConnections(connect.db, keySubject(addressOf(bob)))).map(({ scopes }) => scopes)).toEqual([
    ["user:base:read", "user:social:read"],
  ]);
  await close();
});

test("C10: a request that is over, belongs to another browser, or can't be answered, ends on a page", async () => {
  await context.clearCookies();
  const { page, press, heading, close } = await open(authorize());
  await heading("Sign in to Test app");
  await context.clearCookies();
  await press("Test Wallet");
  await heading("Your request to sign in has expired");
  expect(await page.getByRole("link").getAttribute("href")).toBe("https://app.example/");
  await page.reload();
  await heading("Your request to sign in has expired");
  expect(await page.getByRole("link").getAttribute("href")).toBe("https://app.example/");
  await page.goto(page.url().replace("/signin/", "/oauth2/authorize/"));
  await heading("Your request to sign in has expired");
  await page.getByRole("link", { name: "Back to Test app" }).waitFor();
  await page.goto(authorize());
  await heading("Sign in to Test app"); // as from the application again
  await page.goto(authorize({ client_id: "pc_unknown" }));
  await heading("This application isn't known here");
  await close();
});

test("a wallet on a phone signs in the browser that shows its code, at an application and at the user's own pages", async () => {
  const eve = privateKeyToAccount(generatePrivateKey());
  await context.clearCookies();
  const desk = await open(authorize(), { wallet: null });
  const scan = async () => {
    await desk.heading("Continue on your phone");
    expect(await desk.fits()).toBe(true);
    expect(await listBarriers(desk.page)).toEqual([]);
    const modules = await desk.page.locator(".qr path").getAttribute("d");
    return decodeQrPath(modules ?? "");
  };
  const asked: unknown[] = [];
  desk.page.on("request", (request) => {
    if (request.url().endsWith("/phone/state")) asked.push(request.postDataJSON().waiting);
  });
  await desk.press("Use a wallet on your phone");
  await scan();
  await desk.press("Use a wallet in this browser");
  await desk.press("Use a wallet on your phone");
  const url = await scan();
  asked.length = 0;
  await expect.poll(() => asked.length).toBeGreaterThan(1);
  expect(new Set(asked).size).toBe(1); // the former code isn't followed
  expect(url).toMatch(`${connect.issuer}/phone/`);

  const phoneContext = await chromium.newContext({ hasTouch: true });
  const openPhone = (options: Partial<SceneOptions> = {}) =>
    openScene(phoneContext, url, { wallet: createTestWallet(eve), width: 390, ...options });
  const bare = await openPhone({ wallet: null });
  await bare.heading("Sign in to Test app elsewhere?");
  const link = bare.page.getByRole("link", { name: "Open in MetaMask" });
  expect(await link.getAttribute("href")).toBe(`https://link.metamask.io/dapp/${url.replace("http://", "")}`);
  expect(await listBarriers(bare.page)).toEqual([]);
  await bare.close();
  await desk.text("Your phone has opened it");

  const phone = await openPhone();
  await phone.text("Did you begin this yourself?");
  await phone.text(/^Chrome.* on .* waits on another device/);
  await phone.press("Test Wallet");
  await phone.heading("Enter this code on the other device");
  expect(await listBarriers(phone.page)).toEqual([]);
  const code = await phone.page.locator("p.code").innerText();
  expect(phone.wallet.signedTexts[0]).toMatch(
    /Sign in Chrome.* on .*, on another device, to the application 'Test app' at/,
  );
  await desk.heading("Enter the code of your phone");
  const wrong = code === "000 000" ? "111111" : "000000";
  await desk.page.getByLabel("Code", { exact: true }).fill(wrong);
  await desk.press("Continue");
  await desk.text("That is not the code that the phone shows");
  await desk.page.getByLabel("Code", { exact: true }).fill(code);
  await desk.press("Continue");
  await desk.heading("Let Test app see this?");
  await desk.text(shortOf(eve.address));
  await desk.press("Refuse");
  await desk.page.waitForURL(`${callback}**`);
  await phone.page.goto(`${connect.issuer}/connections`);
  await phone.page.getByRole("button", { name: "Test Wallet" }).waitFor(); // not signed in there
  await phone.close();
  await desk.close();

  await context.clearCookies();
  const own = await open(`${connect.issuer}/connections`, { wallet: null });
  await own.press("Use a wallet on your phone");
  const second = await own.page.locator(".qr path").getAttribute("d");
  const again = await openScene(phoneContext, decodeQrPath(second ?? ""), { wallet: createTestWallet(eve) });
  await again.heading("Sign in another device?");
  await again.press("Test Wallet");
  await own.page.getByLabel("Code", { exact: true }).fill(await again.page.locator("p.code").innerText());
  await own.press("Continue");
  await own.text("No application can read your data");
  await own.text(shortOf(eve.address));
  await again.page.reload();
  await again.text("This sign-in by phone has ended");
  await again.close();
  await own.close();
  await phoneContext.close();
  await context.clearCookies();
});

/** Reads a QR code that was drawn as squares of one unit. */
function decodeQrPath(path: string): string {
  const dark = new Set(Array.from(path.matchAll(/M(\d+) (\d+)h1v1h-1z/g), ([, x, y]) => `${x} ${y}`));
  const size = Math.max(...Array.from(dark, (at) => Number(at.split(" ")[0]))) + 5;
  const scale = 4;
  const width = size * scale;
  const isDark = (index: number) =>
    dark.has(`${Math.floor((index % width) / scale)} ${Math.floor(index / width / scale)}`);
  const data = Uint8Array.from({ length: width * width }, (_, index) => (isDark(index) ? 0 : 255));
  return decodeQR({ width, height: width, data: Uint8Array.from(rgba(data)) });
}

/** Gray values as opaque pixels. */
const rgba = (grays: Uint8Array): number[] => Array.from(grays, (gray) => [gray, gray, gray, 255]).flat();

test("connected applications are listed and removed after a confirmation; the page has sign-in and sign-out", async () => {
  const { page, press, heading, text, fits, cutOff, close } = await open(`${connect.issuer}/connections`, {
    width: 320,
  });
  await press("Test Wallet");
  await text("Who you are");
  expect(await fits()).toBe(true);
  expect(await listBarriers(page)).toEqual([]);
  const remove = page.getByRole("button", { name: "Remove Test app" });
  await remove.click();
  await press("Keep");
  await cutOff("POST", "connections");
  await remove.click();
  await press("Remove");
  await text("The server can't be reached.");
  expect(await listConnections(connect.db, keySubject(addressOf(ada)))).toHaveLength(1);
  await remove.click();
  await press("Remove");
  await text("No application can read your data");
  expect(await listConnections(connect.db, keySubject(addressOf(ada)))).toEqual([]);
  await page.reload();
  await text("No application can read your data");
  await press("Sign out");
  await heading("Your connected applications");
  await page.getByRole("button", { name: "Test Wallet" }).waitFor();
  await close();
});

test("a user edits the profile and followed users, and keeps the typed text if saving fails", async () => {
  const { page, press, text, close } = await open(`${connect.issuer}/connections`);
  await press("Test Wallet");
  await page.getByLabel("Name").fill("Ada L.");
  await press("Add a link");
  await page.getByLabel("Title").fill("Blog");
  const address = page.getByLabel("URL (https)", { exact: true });
  await address.fill("https://ada@ada.example/");
  await press("Save profile");
  await text("link_list[0].url must be an https URL");
  await address.fill("https://ada.example/");
  await press("Save profile");
  await text("Your profile is saved");
  expect(await findProfile(connect.db, keySubject(addressOf(ada)))).toMatchObject({
    name: "Ada L.",
    bio: null,
    links: [{ name: "Blog", url: "https://ada.example/" }],
  });

  await text("You don't follow any account");
  for (let index = 1; index <= 21; index += 1) {
    const someone = `0x${String(index).padStart(40, "0")}`;
    await page.request.put(`${connect.issuer}/connections/following/${someone}`, {
      headers: { origin: connect.issuer },
    });
  }
  await page.getByLabel("Follow an address").fill(bob.address);
  await press("Follow");
  await press(`Unfollow ${shortOf(bob.address)}`);
  await expect
    .poll(async () => (await listFollowing(connect.db, keySubject(addressOf(ada)), { start: 0, limit: 1 })).total)
    .toBe(21);
  await press("Show more");
  await text(`0x${"1".padStart(40, "0")}`);

  const post = async (path: string, data: object) =>
    (await page.request.post(connect.issuer + path, { data, headers: { origin: connect.issuer } })).json();
  const { nonce, message } = await post("/session/challenge", { address: bob.address, chain_id: 1 });
  await post("/session", { nonce, signature: await bob.signMessage({ message }) }); // as in another tab
  await press("Save profile");
  await text("you signed in with another address");
  expect(await findProfile(connect.db, keySubject(addressOf(bob)))).toMatchObject({ name: null, links: [] });
  for (let count = 2; count <= 10; count += 1) await press("Add a link");
  expect(await page.getByLabel("Title").count()).toBe(10);
  expect(await page.getByRole("button", { name: "Add a link" }).isVisible()).toBe(false);
  await close();
});

test("an account that a user follows while the list is being loaded is listed once", async () => {
  await context.clearCookies();
  const { page, press, text, close } = await open(`${connect.issuer}/connections`);
  const { promise: isFollowed, resolve: release } = Promise.withResolvers<void>();
  const lists: string[] = [];
  page.on("requestfinished", (request) => void (request.url().includes("/following?") && lists.push(request.url())));
  await page.route("**/following?*", (route) => isFollowed.then(() => route.continue()), { times: 1 });
  await press("Test Wallet");
  await page.getByLabel("Follow an address").fill(bob.address);
  const followed = page.waitForResponse((response) => response.request().method() === "PUT");
  await press("Follow");
  await followed;
  release();
  await text(`You follow ${shortOf(bob.address)}`);
  await expect.poll(() => lists.length).toBe(2);
  expect(await page.getByRole("button", { name: `Unfollow ${shortOf(bob.address)}` }).count()).toBe(1);
  await close();
});

test("S10: a smart account signs in on its own chain, and its ENS name is shown before the consent", async () => {
  await context.clearCookies();
  const [address, ens] = [
    await chain.deploy(compileContract("SmartWallet.sol", "SmartWallet"), [ada.address]),
    await deployEns(chain.rpcUrl),
  ];
  await ens.giveName("safe.eth", address);
  await ens.claimName(address, "safe.eth");
  const wallet = createTestWallet({ ...ada, address });
  wallet.chainId = 56;
  const { page, press, heading, text, close } = await open(authorize(), { wallet });
  await press("Test Wallet");
  await heading("The signature is from another account");
  await text("A smart account signs on the network that it is deployed on");
  wallet.chainId = 1;
  await press("Try again");
  await heading("Let Test app see this?");
  const isNameShown = async () => {
    await page.reload(); // a name that arrives too late is there the next time
    await text(shortOf(address));
    return await page.getByText("safe.eth").isVisible();
  };
  await expect.poll(isNameShown, { timeout: 20_000 }).toBe(true);
  await press("Allow");
  await page.waitForURL(`${callback}**`);
  expect((await listConnections(connect.db, contractSubject(1, address))).map(({ name }) => name)).toEqual([
    "Test app",
  ]);
  await close();
});

test("messages are opened by keyboard, shown as text with their link's host, and their sender is blocked", async () => {
  await context.clearCookies();
  const { id: keyId } = await createAccessKey(connect.db, { name: "<i>Shop</i> \u202Epohs" });
  const recipient = bob.address;
  const hostile = "<img src=x onerror=alert(1)>\r\nLine two \u202Edesrever\u0007 javascript:alert(1)";
  await sendTo(connect.db, keyId, { id: "ms_1", recipient, text: hostile, url: "https://xn--pple-43d.example/?q=<b>" });
  await sendTo(connect.db, keyId, { id: "ms_2", recipient, text: `Long ${"x".repeat(9000)}` });
  const { page, press, text, fits, close } = await open(`${connect.issuer}/connections`, {
    wallet: createTestWallet(bob),
    width: 320,
  });
  await press("Test Wallet");
  await page.getByRole("heading", { name: "Messages (2 new)" }).waitFor();
  const [long, first] = [page.locator(".messages li").first(), page.locator(".messages li").last()];
  expect(await first.locator("summary").innerText()).toContain("<i>Shop</i> pohs");
  const late = Promise.withResolvers<void>();
  const counts = { sent: 0, answered: 0 };
  await page.route("**/read", async (route) => {
    counts.sent += 1;
    await late.promise;
    await route.continue();
  });
  page.on("requestfinished", (request) => void (counts.answered += request.url().endsWith("/read") ? 1 : 0));
  await first.locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => counts.sent).toBe(1);
  await page.keyboard.press("Enter"); // closed
  await page.keyboard.press("Enter");
  await expect.poll(() => counts.sent).toBe(2);
  late.resolve();
  await expect.poll(() => counts.answered).toBe(2);
  await page.getByRole("heading", { name: "Messages (1 new)" }).waitFor();
  const shown = first.locator(".message-text");
  expect(await shown.textContent()).toBe("<img src=x onerror=alert(1)>\nLine two desrever javascript:alert(1)");
  expect(await first.locator("img, i, script").count()).toBe(0);
  const link = first.getByRole("link", { name: "Open xn--pple-43d.example" });
  expect(await link.getAttribute("rel")).toBe("noopener noreferrer nofollow");
  expect(await link.getAttribute("href")).toBe("https://xn--pple-43d.example/?q=%3Cb%3E");
  await long.locator("summary").click();
  await page.getByRole("heading", { name: "Messages", exact: true }).waitFor();
  expect(await fits()).toBe(true);

  await long.getByRole("button", { name: "Block <i>Shop</i> pohs" }).click();
  await text("is blocked: you receive no more messages from this sender");
  await sendTo(connect.db, keyId, { id: "ms_3", recipient });
  await page.getByRole("button", { name: "Unblock <i>Shop</i> pohs" }).click();
  await text("may send you messages again");
  expect(await page.locator(".messages li").count()).toBe(2);
  expect(await page.evaluate(`document.activeElement.textContent`)).toBe("Messages");
  await close();
});
