import { plainText, searchWallets, shortAddress, watchAccounts } from "@portico/ui/browser";
import { accountLabel } from "./accountLabel.ts";
import { addressOf, type Answer, callServer, checkNext, ServerProblem } from "./callServer.ts";
import { backLink, clientCard, clientName } from "./clientCard.ts";
import { button, element, paragraph, delayedButton } from "./element.ts";
import { endView } from "./endView.ts";
import { explainProblem } from "./explainProblem.ts";
import { PhoneWait } from "./phoneWait.ts";
import { recallClient, rememberClient } from "./rememberedClient.ts";
import { scopeCard } from "./scopeCard.ts";
import { isThisComputer } from "./isThisComputer.ts";
import type { Screen } from "./screen.ts";
import { WalletSignIn } from "./walletSignIn.ts";
import type { Next, SignInDetails } from "./interactionResponse.ts";

/** The authorization page: login, then consent, as the server directs. */
export async function startSignIn(screen: Screen): Promise<void> {
  screen.show({ heading: "Sign in", body: [paragraph("Loading …", "note")] });
  try {
    const answer = await callServer<SignInDetails>("GET", "details");
    expireWith(screen, answer);
    rememberClient(answer.body.client);
    const { prompt, address } = answer.body;
    if (prompt === "consent" && address !== null) showConsent(screen, answer.body, address);
    else showLogin(screen, answer.body);
  } catch (error) {
    showProblem(screen, error, null, () => void startSignIn(screen));
  }
}

let expiry: ReturnType<typeof setTimeout> | undefined;

/** The request's expiry, by the server's clock. */
function expireWith(screen: Screen, { body, clockSkewMs }: Answer<SignInDetails>): void {
  clearTimeout(expiry);
  const leftMs = body.expires_at * 1000 + clockSkewMs - Date.now();
  expiry = setTimeout(
    () => screen.show(endView({ kind: "expired", client: body.client })),
    Math.min(leftMs, 2 ** 31 - 1),
  );
}

function showLogin(screen: Screen, details: SignInDetails): void {
  const name = plainText(details.client.name, 60);
  const signIn = new WalletSignIn<Next>({
    screen,
    paths: { challenge: "challenge", signature: "signature" },
    intro: {
      heading: element("span", {}, "Sign in to ", clientName(details.client)),
      title: `Sign in to ${name}`,
      lead: "Prove with your wallet that you control an address. You sign a message; that costs nothing and sends no transaction.",
      above: () => [clientCard(details.client)],
    },
    elsewhere: () => [button("Use a wallet on your phone", "plain", () => void phone.start())],
    below: () => [button("Cancel and go back", "link", () => void decide(screen, details, "refuse"))],
    onProved: (answer) => go(screen, answer, details, "Signed in"),
    onProblem: (error) => endedBy(screen, error, details),
  });
  const phone = new PhoneWait<Next>({
    screen,
    paths: { offer: "phone", state: "phone/state", code: "phone/code" },
    back: signIn.choose,
    onProved: (answer) => go(screen, answer, details, "Signed in"),
    fail: (error) => showProblem(screen, error, details, () => void phone.start()),
  });
  signIn.choose();
}

function showConsent(screen: Screen, details: SignInDetails, address: string): void {
  const { client, scopes } = details;
  const isMore = scopes.some(({ is_new }) => is_new === false);
  const notice = element("p", { class: "notice", hidden: true, role: "alert" });
  screen.show({
    heading: element("span", {}, "Let ", clientName(client), " see this?"),
    title: `Let ${plainText(client.name, 60)} see this?`,
    body: [
      clientCard(client),
      notice,
      element(
        "div",
        { class: "account" },
        accountLabel(address, details.chain),
        button("Use another wallet", "link", () => void switchWallet(screen, details)),
      ),
      element("h2", {}, "It can see"),
      element("ul", { class: "scopes" }, ...scopes.map((scope) => scopeCard(scope, isMore))),
      element(
        "p",
        { class: "note" },
        "It can't move assets or sign for you. You can revoke access at any time under ",
        connectionsLink(),
        ".",
      ),
      element("div", { class: "decision" }, refuseButton(screen, details), allowButton(screen, details)),
      element(
        "p",
        { class: "note" },
        "After you allow it, you return to ",
        element("strong", {}, plainText(client.redirect_host, 253)),
        isThisComputer(client.redirect_host) // any program can claim to be the one that the page names
          ? ", a program on this computer. Allow it only if you started that program yourself."
          : ".",
      ),
    ],
  });
  noticeSwitch(address, notice);
}

const refuseButton = (screen: Screen, details: SignInDetails): HTMLElement =>
  button("Refuse", "plain", () => void decide(screen, details, "refuse"));

const allowButton = (screen: Screen, details: SignInDetails): HTMLElement =>
  button("Allow", "main", () => void decide(screen, details, "allow"));

/** In a new tab: the request stays open in this one. */
const connectionsLink = (): HTMLElement =>
  element(
    "a",
    { href: addressOf("../../connections").href, target: "_blank", rel: "noopener" },
    "your connected applications",
  );

/** Shows a notice if the user switches to another account in the wallet while this page shows the first. */
function noticeSwitch(address: string, notice: HTMLElement): void {
  const watched = new Set<string>();
  searchWallets((wallets) => {
    for (const wallet of wallets) {
      if (watched.has(wallet.id)) continue;
      watched.add(wallet.id);
      watchAccounts(wallet, ([now]) => {
        notice.hidden = now === undefined || now === address;
        notice.textContent = `${wallet.name} now uses ${shortAddress(now ?? "")}, but this page still shows ${shortAddress(address)}. To sign in with the other account, choose “Use another wallet”.`;
      });
    }
  });
}

async function decide(screen: Screen, details: SignInDetails, decision: "allow" | "refuse"): Promise<void> {
  screen.show({ heading: decision === "allow" ? "Allowing …" : "Refusing …", body: [] });
  try {
    const { body } = await callServer<Next>("POST", "decision", { decision, csrf: details.csrf });
    go(screen, body, details, decision === "allow" ? "Allowed" : "Refused");
  } catch (error) {
    showProblem(screen, error, details, () => void decide(screen, details, decision));
  }
}

async function switchWallet(screen: Screen, details: SignInDetails): Promise<void> {
  screen.show({ heading: "One moment …", body: [] });
  try {
    const { body } = await callServer<Next>("POST", "switch", { csrf: details.csrf });
    if (body.next) go(screen, body, details, "One moment");
    else await startSignIn(screen);
  } catch (error) {
    showProblem(screen, error, details, () => void switchWallet(screen, details));
  }
}

/** Navigates to the server's next URL; without one, the flow ended here. */
function go(screen: Screen, { next }: Next, details: SignInDetails, heading: string): void {
  clearTimeout(expiry);
  if (!next) return screen.show(endView({ kind: "refused", client: details.client }));
  try {
    const target = checkNext(next);
    screen.show({
      heading: `${heading}. Redirecting …`,
      body: [paragraph("Nothing happens? Go back to the application yourself.", "note")],
    });
    return location.assign(target);
  } catch (error) {
    return showProblem(screen, error, details, () => void startSignIn(screen));
  }
}

/** Shows the end if the server reports that this request is over. */
function endedBy(screen: Screen, error: unknown, details: SignInDetails | null): boolean {
  const kind = error instanceof ServerProblem ? ENDS[error.code] : undefined;
  if (kind === undefined) return false;
  clearTimeout(expiry);
  screen.show(endView({ kind, client: details?.client ?? recallClient() }));
  return true;
}

const ENDS: Readonly<Record<string, "expired" | "decided">> = {
  interaction_expired: "expired",
  decision_made: "decided",
};

function showProblem(screen: Screen, error: unknown, details: SignInDetails | null, again: () => void): void {
  if (endedBy(screen, error, details)) return;
  const { title, text, waitS } = explainProblem(error, null);
  const back = details === null ? null : backLink(details.client.name, details.client.site_url);
  back?.classList.replace("main", "plain");
  const isStale = error instanceof ServerProblem && error.code === "csrf";
  const retry = delayedButton("Try again", waitS, isStale ? () => void startSignIn(screen) : again);
  screen.show({ heading: title, lead: text, tone: "problem", body: [retry, back] });
}
