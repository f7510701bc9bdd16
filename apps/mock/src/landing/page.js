// @ts-check
/** The script of the landing page, as browsers run it: sends the three requests to this server and shows the answers. */

const MAX_SHOWN = 20_000;

const profiles = /** @type {HTMLFieldSetElement} */ (document.querySelector("fieldset"));
const profileOf = () => /** @type {HTMLInputElement} */ (profiles.querySelector(":checked")).value;

/** @param {Element} card */
const headersOf = (card) => ({
  AccessKey: "any",
  ...(profileOf() === "live" && { "X-Response-Profile": "live" }),
  ...JSON.parse(card.getAttribute("data-headers") ?? "{}"),
});

/** @param {Element} card */
function showCommand(card) {
  const headers = Object.entries(headersOf(card)).map(([name, value]) => `-H "${name}: ${value}"`);
  const url = `"${location.origin}${card.getAttribute("data-path")}"`;
  /** @type {HTMLElement} */ (card.querySelector(".command")).textContent = ["curl", ...headers, url].join(" ");
}

/** @param {string} text */
function indent(text) {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text; // as it came
  }
}

/** @param {Element} card */
async function send(card) {
  const [output, body] = /** @type {HTMLElement[]} */ ([card.querySelector(".status"), card.querySelector(".body")]);
  output.textContent = "Waiting …";
  const sentAt = performance.now();
  try {
    const response = await fetch(card.getAttribute("data-path") ?? "/", { headers: headersOf(card) });
    const text = await response.text();
    const status = document.createElement("strong");
    status.textContent = String(response.status);
    status.classList.toggle("refused", !response.ok);
    const about = `${Math.round(performance.now() - sentAt)} ms, ${text.length.toLocaleString("en")} characters, ${response.headers.get("portico-mock") ?? ""}`;
    output.replaceChildren(status, about);
    const shown = indent(text);
    body.textContent = shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}\n…` : shown;
    body.hidden = false;
  } catch {
    output.textContent = "The mock doesn't answer: is it still running?";
    body.hidden = true;
  }
}

const cards = [...document.querySelectorAll(".card")];
for (const card of cards) {
  const button = /** @type {HTMLButtonElement} */ (card.querySelector("button"));
  button.hidden = false;
  button.addEventListener("click", () => void send(card));
  showCommand(card);
}
profiles.hidden = false;
profiles.addEventListener("change", () => cards.forEach(showCommand));
