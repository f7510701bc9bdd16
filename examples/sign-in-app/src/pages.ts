import type { User, UserToken } from "@portico/client";

export interface Portfolio {
  readonly user: User;
  readonly totalUsd: number;
  readonly tokens: readonly UserToken[];
}

/** Escaped HTML. */
class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Escapes its values: names of tokens and users are untrusted. */
function html(parts: TemplateStringsArray, ...values: (string | Html | readonly Html[])[]): Html {
  const shown = values.map((value) => {
    if (value instanceof Html) return value.text;
    return typeof value === "string" ? escape(value) : value.map(({ text }) => text).join("");
  });
  return new Html(String.raw({ raw: parts }, ...shown));
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "#39" };

/** Control and direction characters would change how the rest of the line is displayed. */
const escape = (text: string): string =>
  text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "�").replaceAll(/[&<>"']/g, (sign) => `&${ENTITIES[sign]};`);

const usd = new Intl.NumberFormat("en", { style: "currency", currency: "USD" });
const decimal = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });
const scientific = new Intl.NumberFormat("en", { notation: "scientific", maximumSignificantDigits: 3 });

/** Anybody can create a token with holdings of 10⁶⁰, or 10⁻²⁰⁰. */
const showAmount = (amount: number): string =>
  amount === 0 || (amount >= 1e-4 && amount < 1e9) ? decimal.format(amount) : scientific.format(amount);

const page = (content: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>Portico's example</title>
      <style>
        :root {
          color-scheme: light dark;
        }
        body {
          font: 1rem/1.5 system-ui;
          max-width: 40rem;
          margin: 2rem auto;
          padding: 0 1rem;
          overflow-wrap: anywhere;
        }
        table {
          width: 100%;
          border-collapse: collapse;
          font-variant-numeric: tabular-nums;
          white-space: nowrap;
        }
        th,
        td {
          padding: 0.25rem 0 0.25rem 0.75rem;
          text-align: end;
          border-bottom: 1px solid #8884;
        }
        th:nth-child(1),
        td:nth-child(1) {
          padding-left: 0;
        }
        th:nth-child(-n + 2),
        td:nth-child(-n + 2) {
          text-align: start;
        }
        td:nth-child(2) {
          width: 100%;
          max-width: 0; /* else a long symbol would widen the table */
          overflow: hidden;
          text-overflow: ellipsis;
        }
        @media (max-width: 30rem) {
          table {
            font-size: 0.8rem;
          }
          th,
          td {
            padding-left: 0.5rem;
          }
        }
        .button,
        button {
          display: inline-block;
          padding: 0.5rem 1rem;
          border: 0;
          border-radius: 0.5rem;
          background: #2f4bd8;
          color: #fff;
          font: inherit;
          text-decoration: none;
        }
        summary,
        form {
          margin: 1rem 0;
        }
      </style>
      <main>${content}</main>
    </html>`.text;

export const signInPage = (message = ""): string =>
  page(
    html`<h1>What do you hold?</h1>
      <p role="status">${message}</p>
      <p><a class="button" href="/signin">Sign in with your wallet</a></p>`,
  );

export const troublePage = (message: string): string =>
  page(
    html`<h1>Sign-in failed</h1>
      <p>${message}</p>
      <p><a href="/">Try again</a></p>`,
  );

export function portfolioPage({ user, totalUsd, tokens }: Portfolio): string {
  const sorted = tokens.toSorted((a, b) => valueOf(b) - valueOf(a));
  const priceless = sorted.filter(({ price }) => price === 0);
  return page(
    html`<h1>${user.name ?? user.web3_id ?? "Your portfolio"}</h1>
      <p>${user.id}</p>
      <p>Worth <strong>${usd.format(totalUsd)}</strong></p>
      ${tokenTable(sorted.filter(({ price }) => price !== 0))}
      <details>
        <summary>${String(priceless.length)} tokens without a known price</summary>
        ${tokenTable(priceless)}
      </details>
      <form method="post" action="/signout"><button>Sign out</button></form>`,
  );
}

const valueOf = ({ amount, price }: UserToken): number => amount * price;

const tokenTable = (tokens: readonly UserToken[]): Html =>
  html`<table>
    <tr>
      <th>Chain</th>
      <th>Token</th>
      <th>Amount</th>
      <th>Value</th>
    </tr>
    ${tokens.map(tokenRow)}
  </table>`;

const tokenRow = (token: UserToken): Html =>
  html`<tr>
    <td>${token.chain}</td>
    <td>${token.optimized_symbol}</td>
    <td>${showAmount(token.amount)}</td>
    <td>${token.price === 0 ? "" : usd.format(valueOf(token))}</td>
  </tr> `;
