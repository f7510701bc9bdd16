import { searchWallets, shortAddress, type Wallet, watchAccounts } from "@portico/ui/browser";
import { type Child, button, element, paragraph, delayedButton } from "./element.ts";
import { type Explanation, explainProblem } from "./explainProblem.ts";
import { type Attempt, proveAddress, type ProofPaths, type Step } from "./proveAddress.ts";
import type { Screen } from "./screen.ts";
import { problemView, stepText, switchedView, waitingView, walletButtons } from "./walletViews.ts";

export type WalletSignInOptions<T> = {
  readonly screen: Screen;
  readonly paths: ProofPaths;
  /** The heading, and elements above the wallets. */
  readonly intro: {
    readonly heading: Child;
    readonly title: string;
    readonly lead: string;
    readonly above: () => readonly Child[];
  };
  /** Ways to use a wallet that is not in this browser. @param hasWallet - Whether there is one in it. */
  readonly elsewhere: (hasWallet: boolean) => readonly Child[];
  /** Elements below the wallets and every error, such as Cancel. */
  readonly below: () => readonly Child[];
  readonly onProved: (answer: T) => void;
  /** Returns true if it handles an error itself. */
  readonly onProblem: (error: unknown) => boolean;
};

/** Lets a user choose a wallet and prove an address with it, with handling of every failure. */
export class WalletSignIn<T> {
  readonly #options: WalletSignInOptions<T>;
  readonly #list = element("div", { class: "wallets" });
  readonly #search = searchWallets(() => this.#refreshList());
  /** Incremented with every attempt: results of an earlier one are ignored. */
  #turn = 0;
  #unwatch = (): void => undefined;

  constructor(options: WalletSignInOptions<T>) {
    this.#options = options;
  }

  /** Shows the wallets to choose from. */
  readonly choose = (): void => {
    this.#leave();
    const { screen, intro, below } = this.#options;
    const { heading, title, lead, above } = intro;
    screen.show({ heading, title, lead, body: [...above(), this.#list, ...below()] });
    this.#refreshList();
  };

  /** Does nothing while another view is shown. */
  #refreshList(): void {
    if (!this.#list.isConnected) return;
    const wallets = this.#search.list();
    if (wallets.length > 0) this.#showWallets(wallets);
    else if (this.#search.isOver()) this.#showNoWallet();
    else this.#list.replaceChildren(paragraph("Looking for wallets …", "note"));
  }

  #showWallets(wallets: readonly Wallet[]): void {
    // a button that is replaced while it is pressed is not clicked
    const shown = Array.from(
      this.#list.querySelectorAll<HTMLElement>("[data-wallet]"),
      ({ dataset }) => dataset["wallet"],
    );
    if (shown.length === wallets.length && wallets.every(({ id }, at) => id === shown[at])) return;
    const focused =
      document.activeElement instanceof HTMLElement ? document.activeElement.dataset["wallet"] : undefined;
    const buttons = walletButtons(wallets, (wallet) => this.#start(wallet));
    this.#list.replaceChildren(element("h2", {}, "Choose your wallet"), buttons, ...this.#elsewhere(true));
    if (focused !== undefined) buttons.querySelector<HTMLElement>(`[data-wallet="${CSS.escape(focused)}"]`)?.focus();
  }

  #showNoWallet(): void {
    const heading = element("h2", { tabindex: "-1" }, "No wallet found in this browser");
    const lookAgain = (): void => {
      this.#search.again();
      this.#refreshList();
    };
    this.#list.replaceChildren(
      heading,
      paragraph("Install a wallet as an extension of this browser, or enable yours, then search again."),
      button("Search again", "plain", lookAgain),
      ...this.#elsewhere(false),
    );
    this.#options.screen.announce("No wallet was found in this browser.");
    if (document.activeElement === document.body) heading.focus();
  }

  readonly #elsewhere = (hasWallet: boolean): readonly (Node | string)[] =>
    this.#options.elsewhere(hasWallet).filter((child) => child !== null);

  #start(wallet: Wallet): void {
    void this.#run({ wallet, address: null, signed: null });
  }

  async #run(attempt: Attempt): Promise<void> {
    const mine = this.#leave();
    const step = paragraph("", "step");
    this.#options.screen.show(waitingView(attempt.wallet, step, [button("Cancel", "plain", this.choose)]));
    const isMine = (): boolean => mine === this.#turn && step.isConnected;
    this.#watchSwitch(attempt, isMine);
    try {
      const answer = await proveAddress<T>(attempt, this.#options.paths, (next) =>
        this.#report(next, attempt, step, isMine),
      );
      if (!isMine()) return;
      this.#leave();
      this.#options.onProved(answer);
    } catch (error) {
      if (isMine()) this.#fail(error, attempt);
    }
  }

  #report(next: Step, attempt: Attempt, step: HTMLElement, isMine: () => boolean): void {
    if (!isMine()) throw new Superseded();
    step.textContent = stepText(next, attempt);
    this.#options.screen.announce(step.textContent);
  }

  #watchSwitch(attempt: Attempt, isMine: () => boolean): void {
    this.#unwatch = watchAccounts(attempt.wallet, ([now]) => {
      if (isMine() && attempt.address !== null && now !== attempt.address) this.#showSwitched(attempt.wallet, now);
    });
  }

  #showSwitched(wallet: Wallet, address: string | undefined): void {
    this.#leave();
    const label = address === undefined ? "Try again" : `Continue as ${shortAddress(address)}`;
    const goOn = button(label, "main", () => this.#start(wallet));
    this.#options.screen.show(switchedView(address, [goOn, this.#chooseAnother(), ...this.#options.below()]));
  }

  #fail(error: unknown, attempt: Attempt): void {
    this.#leave();
    const { screen, onProblem, below } = this.#options;
    if (onProblem(error)) return;
    const problem = explainProblem(error, attempt.address);
    screen.show(problemView(problem, [...this.#waysOn(problem, attempt), ...below()]));
  }

  #waysOn({ goOn, label, waitS }: Explanation, attempt: Attempt): readonly Child[] {
    if (goOn === "other") return [delayedButton(label, waitS, this.choose)];
    return [delayedButton(label, waitS, () => void this.#run(attempt)), this.#chooseAnother()];
  }

  #chooseAnother(): Child {
    return button("Choose another wallet", "plain", this.choose);
  }

  #leave(): number {
    this.#unwatch();
    this.#unwatch = () => undefined;
    this.#turn += 1;
    return this.#turn;
  }
}

class Superseded extends Error {
  override readonly name = "Superseded";
}
