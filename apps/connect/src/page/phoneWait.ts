import { callServer, ServerProblem } from "./callServer.ts";
import { button, type Child, element, paragraph } from "./element.ts";
import { isThisComputer } from "./isThisComputer.ts";
import type { PhoneOffer, PhoneStatus } from "./interactionResponse.ts";
import { walletLinks } from "./walletLinks.ts";
import { qrImage } from "./qrImage.ts";
import type { Screen } from "./screen.ts";

const POLL_MS = 2_000;

export type PhoneWaitOptions<T> = {
  readonly screen: Screen;
  /** Endpoints, relative to the page. */
  readonly paths: { readonly offer: string; readonly state: string; readonly code: string };
  /** Shows the wallets of this browser again. */
  readonly back: () => void;
  readonly onProved: (answer: T) => void;
  readonly fail: (error: unknown) => void;
};

/** A sign-in with a wallet on a phone: a QR code, then the code that the phone shows. */
export class PhoneWait<T> {
  readonly #options: PhoneWaitOptions<T>;
  readonly #step = element("div", {});
  #offer: PhoneOffer | undefined;

  constructor(options: PhoneWaitOptions<T>) {
    this.#options = options;
  }

  readonly start = async (): Promise<void> => {
    const { screen, paths, fail } = this.#options;
    screen.show({ heading: "One moment …", body: [] });
    try {
      this.#offer = (await callServer<PhoneOffer>("POST", paths.offer, {})).body;
      this.#showOffer(this.#offer);
      void this.#follow(this.#offer);
    } catch (error) {
      fail(error);
    }
  };

  #showOffer({ url, qr, expires_in }: PhoneOffer): void {
    // with a mouse the wallet is elsewhere
    const isPhone = matchMedia("(pointer: coarse)").matches;
    this.#step.replaceChildren(paragraph("Waiting for your phone …", "step"));
    this.#options.screen.show({
      heading: isPhone ? "Continue in your wallet" : "Continue on your phone",
      lead: isPhone
        ? "Open this sign-in in your wallet's own browser, sign there, then come back here: you enter a code that the wallet's page shows."
        : "Scan this with your phone and open it in your wallet's own browser. After you signed there, you enter here the code that the phone shows.",
      body: [
        ...(isPhone ? [walletLinks(new URL(url))] : []),
        qrImage(qr, "QR code of this sign-in, for your phone"),
        this.#step,
        paragraph(
          `It ends in ${Math.round(expires_in / 60)} minutes. Send it to nobody: it is for your own phone.`,
          "note",
        ),
        isThisComputer(location.hostname)
          ? paragraph("This service is at an address of this computer alone, which a phone can't open.", "notice")
          : null,
        button("Use a wallet in this browser", "link", this.#options.back),
      ],
    });
  }

  /** Until another view or offer is shown. */
  async #follow(offer: PhoneOffer): Promise<void> {
    const { screen, paths } = this.#options;
    const { waiting } = offer;
    const isShown = () => this.#step.isConnected && this.#offer === offer;
    let shown: PhoneStatus["state"] = "waiting";
    while (isShown()) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      if (!isShown()) return;
      const state = await this.#read(paths.state, waiting, shown);
      if (state === shown || !isShown()) continue;
      shown = state;
      if (state === "ended") return this.#showEnd();
      if (state === "proved") return this.#requestCode(waiting);
      this.#step.replaceChildren(paragraph(OPENED, "step"));
      screen.announce(OPENED);
    }
  }

  /** The last state if the server can't be reached for a moment. */
  async #read(path: string, waiting: string, last: PhoneStatus["state"]): Promise<PhoneStatus["state"]> {
    try {
      return (await callServer<PhoneStatus>("POST", path, { waiting })).body.state;
    } catch (error) {
      const isPassing = error instanceof ServerProblem && (error.status === 0 || error.status >= 429);
      return isPassing ? last : "ended";
    }
  }

  #requestCode(waiting: string): void {
    const { screen } = this.#options;
    const problem = element("p", { id: "code-problem", class: "notice", hidden: true, role: "alert" });
    const input = element("input", {
      id: "code",
      class: "code",
      inputmode: "numeric",
      autocomplete: "one-time-code",
      maxlength: "7",
      "aria-describedby": "code-problem",
      required: true,
    });
    const send = (event: Event): void => {
      event.preventDefault();
      void this.#send({ waiting, code: input.value.replaceAll(/\s/g, "") }, problem, input);
    };
    screen.show({
      heading: "Enter the code of your phone",
      lead: "Your phone shows six digits. Entering them here signs in this browser.",
      body: [
        problem,
        element(
          "form",
          { novalidate: true, submit: send },
          element("label", { for: "code" }, "Code"),
          input,
          element("button", { class: "main", type: "submit" }, "Continue"),
        ),
        button("Start again", "link", this.#options.back),
      ],
    });
    input.focus();
  }

  async #send(body: { waiting: string; code: string }, problem: HTMLElement, input: HTMLInputElement): Promise<void> {
    problem.hidden = true;
    try {
      this.#options.onProved((await callServer<T>("POST", this.#options.paths.code, body)).body);
    } catch (error) {
      const code = error instanceof ServerProblem ? error.code : "";
      if (code === "phone_ended") return this.#showEnd();
      if (code !== "phone_code_wrong" && code !== "invalid_params" && code !== "unreachable") {
        return this.#options.fail(error);
      }
      problem.textContent = PROBLEMS[code];
      problem.hidden = false;
      input.select();
    }
  }

  #showEnd(): void {
    const again: Child = button("Start again", "main", () => void this.start());
    this.#options.screen.show({
      heading: "This sign-in by phone has ended",
      lead: "It took too long, or a wrong code was entered three times. Nothing was signed in.",
      tone: "problem",
      body: [again, button("Use a wallet in this browser", "link", this.#options.back)],
    });
  }
}

const OPENED = "Your phone has opened it. Sign there with your wallet.";

const PROBLEMS = {
  invalid_params: "Enter the six digits that the phone shows.",
  phone_code_wrong: "That is not the code that the phone shows. Compare them and try again.",
  unreachable: "The server can't be reached. Check your connection and try again.",
} as const;
