import { plainText } from "@portico/ui/browser";
import { callServer } from "./callServer.ts";
import { clientCard, clientName } from "./clientCard.ts";
import { type Child, delayedButton, element, paragraph } from "./element.ts";
import { explainProblem } from "./explainProblem.ts";
import type { PhoneDetails, PhoneProof } from "./interactionResponse.ts";
import { walletLinks } from "./walletLinks.ts";
import { describeScope } from "./scopeCard.ts";
import type { Screen } from "./screen.ts";
import { WalletSignIn } from "./walletSignIn.ts";

/** The page that a phone opens: who waits where, the signature, and the code to enter there. */
export async function startPhone(screen: Screen): Promise<void> {
  screen.show({ heading: "Sign in on another device", body: [paragraph("Loading …", "note")] });
  try {
    showRequest(screen, (await callServer<PhoneDetails>("POST", "open", {})).body);
  } catch (error) {
    const { title, text, waitS } = explainProblem(error, null);
    const again = delayedButton("Try again", waitS, () => void startPhone(screen));
    screen.show({ heading: title, lead: text, tone: "problem", body: [again] });
  }
}

function showRequest(screen: Screen, details: PhoneDetails): void {
  const { client, browser } = details;
  const title = client === null ? "Sign in another device?" : `Sign in to ${plainText(client.name, 60)} elsewhere?`;
  new WalletSignIn<PhoneProof>({
    screen,
    paths: { challenge: "challenge", signature: "signature" },
    intro: {
      heading: client === null ? title : element("span", {}, "Sign in to ", clientName(client), " elsewhere?"),
      title,
      lead: `${plainText(browser, 80)} waits on another device. Your signature here signs in that browser, not this one.`,
      above: () => [warning(details), client === null ? null : clientCard(client), scopeList(details.scopes)],
    },
    elsewhere: (hasWallet) =>
      hasWallet ? [] : [element("h2", {}, "Open it in your wallet's own browser"), walletLinks(new URL(location.href))],
    below: () => [],
    onProved: ({ code }) => showCode(screen, code, browser),
    onProblem: () => false,
  }).choose();
}

function warning({ is_same_network }: PhoneDetails): HTMLElement {
  const where = is_same_network
    ? ""
    : " It was begun on another network than this phone's, as is usual with mobile data.";
  return element(
    "p",
    { class: "notice" },
    element("strong", {}, "Did you begin this yourself?"),
    ` If somebody sent you this link, close this page.${where}`,
  );
}

function scopeList(scopes: readonly string[]): Child {
  if (scopes.length === 0) return null;
  const items = scopes.map((id) => element("li", {}, describeScope(id).title));
  return element("div", {}, element("h2", {}, "It asks for"), element("ul", { class: "plain-list" }, ...items));
}

function showCode(screen: Screen, code: string, browser: string): void {
  screen.show({
    heading: "Enter this code on the other device",
    body: [
      element("p", { class: "code", "aria-label": code.split("").join(" ") }, `${code.slice(0, 3)} ${code.slice(3)}`),
      paragraph(
        `Enter it in ${plainText(browser, 80)}, where you began. Tell it to nobody: whoever has it signs in as you.`,
      ),
      paragraph("You can close this page then.", "note"),
    ],
  });
}
