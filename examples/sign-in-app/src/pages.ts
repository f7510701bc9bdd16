import type { User, UserToken } from "@portico/client";

export interface Portfolio {
  readonly user: User;
  readonly totalUsd: number;
  readonly tokens: readonly UserToken[];
}

/** HTML that is safe to be put into HTML. */
class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Escapes what it is given: names of tokens and people are written by strangers. */
function html(parts: TemplateStringsArray, ...values: (string | Html | readonly Html[])[]): Html {
  const shown = values.map((value) => {
    if (value instanceof Html) return value.text;
    return typeof value === "string" ? escape(value) : value.map(({ text }) => text).join("");
  });
  return new Html(String.raw({ raw: parts }, ...shown));
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "#39" };

/** Control and direction characters would change how the rest of the line is read. */
const escape = (text: string): string =>
  text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "�").replaceAll(/[&<>"']/g, (sign) => `&${ENTITIES[sign]};`);

const usd = new Intl.NumberFormat("en", { style: "currency", currency: "USD" });
const decimal = new Intl.NumberFormat("en", { maximumSignificantDigits: 8 });

const page = (content: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>Portico's example</title>
      <style>
        body {
          font: 1rem/1.5 system-ui;
          max-width: 40rem;
          margin: 2rem auto;
          padding: 0 1rem;
          color-scheme: light dark;
        }
        td:nth-child(n + 3),
        th:nth-child(n + 3) {
          text-align: end;
        }
        table {
          width: 100%;
        }
        th {
          text-align: start;
        }
      </style>
      <main>${content}</main>
    </html>`.text;

export const signInPage = (message = ""): string =>
  page(
    html`<h1>What do you hold?</h1>
      <p role="status">${message}</p>
      <p><a href="/signin">Sign in with your wallet</a></p>`,
  );

export const troublePage = (message: string): string =>
  page(
    html`<h1>That didn't work</h1>
      <p>${message}</p>
      <p><a href="/">Try again</a></p>`,
  );

export const portfolioPage = ({ user, totalUsd, tokens }: Portfolio): string =>
  page(
    html`<h1>${user.name ?? user.web3_id ?? "Your portfolio"}</h1>
      <p>${user.id}</p>
      <p>Worth <strong>${usd.format(totalUsd)}</strong></p>
      <table>
        <tr>
          <th>Chain</th>
          <th>Token</th>
          <th>Amount</th>
          <th>Value</th>
        </tr>
        ${tokens.toSorted((a, b) => b.amount * b.price - a.amount * a.price).map(tokenRow)}
      </table>
      <form method="post" action="/signout"><button>Sign out</button></form>`,
  );

const tokenRow = ({ chain, optimized_symbol: symbol, amount, price }: UserToken): Html =>
  html`<tr>
    <td>${chain}</td>
    <td>${symbol}</td>
    <td>${decimal.format(amount)}</td>
    <td>${price === 0 ? "" : usd.format(amount * price)}</td>
  </tr> `;
