/** Where a request can be sent: the server names them in the first page, and permits requests to them in its policy. */
interface Target {
  readonly name: string;
  readonly url: string;
  /** Undefined: the reader enters it. */
  readonly key: string | undefined;
}

const PATH = "/v1/user/total_balance?id=0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const MAX_SHOWN = 20_000;

/** Sends the sample of the first page from the browser, to the mock or to the instance, and shows the answer. */
export function addTryIt(): void {
  const targets = [target("The mock", "portico-mock", "any"), target("Your instance", "portico-api", undefined)].filter(
    (one) => one !== undefined,
  );
  const [first] = targets;
  const sample = document.querySelector(".home .tabs");
  if (sample === null || first === undefined) return;
  const key = create("input", { type: "password", autocomplete: "off", required: "" });
  const keyField = create("label", { class: "try-key" }, "Access key", key);
  const send = create("button", { type: "submit" }, "Send it");
  const status = create("p", { class: "try-status", role: "status" });
  const answer = create("pre", { tabindex: "0", role: "region", "aria-label": "Answer" });
  answer.hidden = true;
  let chosen = first;
  const choose = (one: Target): void => {
    chosen = one;
    keyField.hidden = one.key !== undefined;
    key.required = one.key === undefined;
  };
  const choices = targets.map((one) => {
    const radio = create("input", { type: "radio", name: "target" });
    radio.checked = one === first;
    radio.addEventListener("change", () => choose(one));
    return create("label", {}, radio, one.name);
  });
  const form = create("form", { class: "try" }, group("Send it to", choices), keyField, send);
  let turn = 0;
  const show = async (): Promise<void> => {
    turn += 1;
    const own = turn;
    status.textContent = "Waiting …";
    const { title, text } = await request(chosen, chosen.key ?? key.value);
    if (own !== turn) return;
    status.textContent = title;
    answer.textContent = text;
    answer.hidden = text === "";
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void show();
  });
  choose(first);
  sample.after(form, status, answer);
}

function target(name: string, meta: string, key: string | undefined): Target | undefined {
  const url = document.querySelector<HTMLMetaElement>(`meta[name="${meta}"]`)?.content;
  return url === undefined ? undefined : { name, url, key };
}

async function request({ url }: Target, key: string): Promise<{ readonly title: string; readonly text: string }> {
  try {
    const response = await fetch(url + PATH, { headers: { AccessKey: key } });
    const text = await response.text();
    return { title: `${response.status} ${response.statusText}`.trim(), text: indent(text).slice(0, MAX_SHOWN) };
  } catch {
    return { title: `${url} can't be reached from this page. Is it running?`, text: "" };
  }
}

function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

const group = (name: string, children: readonly Node[]): HTMLElement =>
  create("fieldset", {}, create("legend", {}, name), ...children);

function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}
