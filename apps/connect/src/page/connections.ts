import { accountLabel } from "./accountLabel.ts";
import { callServer, ServerProblem, setAccount } from "./callServer.ts";
import { connectionList } from "./connectionList.ts";
import { button, element, paragraph, delayedButton } from "./element.ts";
import { explainProblem } from "./explainProblem.ts";
import { FollowingSection } from "./followingSection.ts";
import { MessageSection } from "./messageSection.ts";
import { PhoneWait } from "./phoneWait.ts";
import { profileSection } from "./profileSection.ts";
import type { Screen } from "./screen.ts";
import { WalletSignIn } from "./walletSignIn.ts";
import type { Connections } from "./interactionResponse.ts";

/** "Your connected applications": applications with access, messages, profile, followed users. */
export async function startConnections(screen: Screen): Promise<void> {
  screen.show({ heading: "Your connected applications", body: [paragraph("Loading …", "note")] });
  setAccount(undefined);
  try {
    showConnections(screen, (await callServer<Connections>("GET", "")).body);
  } catch (error) {
    if (error instanceof ServerProblem && error.status === 401) showSignedOut(screen);
    else showProblem(screen, error, () => void startConnections(screen));
  }
}

function showSignedOut(screen: Screen): void {
  const signIn = new WalletSignIn<{ address: string }>({
    screen,
    paths: { challenge: "../session/challenge", signature: "../session" },
    intro: {
      heading: "Your connected applications",
      title: "Your connected applications",
      lead: "Sign in with your wallet to see which applications may read your data, and to revoke their access.",
      above: () => [],
    },
    elsewhere: () => [button("Use a wallet on your phone", "plain", () => void phone.start())],
    below: () => [],
    onProved: () => void startConnections(screen),
    onProblem: () => false,
  });
  const phone = new PhoneWait<{ address: string }>({
    screen,
    paths: { offer: "../session/phone", state: "../session/phone/state", code: "../session/phone/code" },
    back: signIn.choose,
    onProved: () => void startConnections(screen),
    fail: (error) => showProblem(screen, error, () => void phone.start()),
  });
  signIn.choose();
}

function showConnections(screen: Screen, { address, account, chain, connections }: Connections): void {
  setAccount(account);
  screen.show({
    heading: "Your connected applications",
    body: [
      element(
        "div",
        { class: "account" },
        accountLabel(address, chain),
        button("Sign out", "link", () => void signOut(screen)),
      ),
      connectionList(screen, connections),
      new MessageSection(screen).section,
      profileSection(screen),
      new FollowingSection(screen).section,
    ],
  });
}

async function signOut(screen: Screen): Promise<void> {
  try {
    await callServer("POST", "../session/end", {});
    showSignedOut(screen);
    screen.announce("You are signed out.");
  } catch (error) {
    showProblem(screen, error, () => void signOut(screen));
  }
}

function showProblem(screen: Screen, error: unknown, again: () => void): void {
  const { title, text, waitS } = explainProblem(error, null);
  screen.show({ heading: title, lead: text, tone: "problem", body: [delayedButton("Try again", waitS, again)] });
}
