import { plainText } from "@portico/ui/browser";
import { callServer } from "./callServer.ts";
import { clientCard, clientName } from "./clientCard.ts";
import { button, element, paragraph } from "./element.ts";
import { explainProblem } from "./explainProblem.ts";
import { describeScope } from "./scopeCard.ts";
import type { Screen } from "./screen.ts";
import type { Connection } from "./interactionResponse.ts";

/** Applications, each with its scopes and date, and a button to remove it. */
export function connectionList(screen: Screen, connections: readonly Connection[]): HTMLElement {
  const list = element("ul", { class: "connections" });
  const nothing = paragraph("No application can read your data.", "note");
  const refresh = (): void => {
    nothing.hidden = list.childElementCount > 0;
    list.hidden = !nothing.hidden;
  };
  const heading = element("h2", { tabindex: "-1" }, "Applications");
  const items = connections.map((connection) => {
    const item = connectionItem(screen, connection, () => {
      item.remove();
      refresh();
      heading.focus();
      screen.announce(`${plainText(connection.name, 60)} was removed.`);
    });
    return item;
  });
  list.append(...items);
  refresh();
  return element("section", {}, heading, list, nothing);
}

function connectionItem(screen: Screen, connection: Connection, onRemoved: () => void): HTMLElement {
  const problem = element("p", { class: "notice", role: "alert", hidden: true });
  const remove = button("Remove", "plain", () => confirmRemoval(connection, () => void tryToRemove()));
  remove.setAttribute("aria-label", `Remove ${plainText(connection.name, 60)}`);
  const tryToRemove = async (): Promise<void> => {
    problem.hidden = true;
    screen.announce("Removing …");
    try {
      await callServer("POST", "", { remove: connection.client_id });
      onRemoved();
    } catch (error) {
      const { title, text } = explainProblem(error, null);
      problem.textContent = `${title}. ${text}`;
      problem.hidden = false;
      remove.focus();
    }
  };
  const scopes = connection.scopes.map((id) => element("li", {}, describeScope(id).title));
  return element(
    "li",
    { class: "connection" },
    clientCard(connection),
    element("p", { class: "note" }, "Has access since ", dateOf(connection.granted_at), ":"),
    element("ul", { class: "words" }, ...scopes),
    problem,
    remove,
  );
}

function dateOf(timeAt: number): HTMLElement {
  const date = new Date(timeAt * 1000);
  return element("time", { datetime: date.toISOString() }, date.toLocaleDateString("en", { dateStyle: "long" }));
}

/** A modal dialog: it keeps the focus, and Escape cancels. */
function confirmRemoval(connection: Connection, onYes: () => void): void {
  const dialog = element("dialog", { "aria-labelledby": "confirm", close: () => dialog.remove() });
  const yes = button("Remove", "main", () => {
    dialog.close();
    onYes();
  });
  dialog.append(
    element("h2", { id: "confirm" }, "Remove ", clientName(connection), "?"),
    paragraph(
      "It loses access to your data at once. When you sign in there again, it has to request your consent again.",
    ),
    element(
      "div",
      { class: "decision" },
      button("Keep", "plain", () => dialog.close()),
      yes,
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
