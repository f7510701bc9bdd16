import { plainText } from "@portico/ui/browser";
import { callServer, ServerProblem } from "./callServer.ts";
import { button, element, paragraph } from "./element.ts";
import { explainProblem } from "./explainProblem.ts";
import { PROFILE_LIMITS } from "./profileLimits.ts";
import type { Screen } from "./screen.ts";
import type { ProfileFields } from "./interactionResponse.ts";

/** The user's profile, editable. Typed text stays, regardless of the server's response. */
export function profileSection(screen: Screen): HTMLElement {
  const content = element("div", {});
  const load = async (): Promise<void> => {
    content.replaceChildren(paragraph("Loading …", "note"));
    try {
      const { body } = await callServer<ProfileFields>("GET", "profile");
      content.replaceChildren(profileForm(screen, body));
    } catch (error) {
      content.replaceChildren(
        paragraph(reasonOf(error), "notice"),
        button("Try again", "plain", () => void load()),
      );
    }
  };
  void load();
  return element("section", {}, element("h2", {}, "Your profile"), content);
}

function reasonOf(error: unknown): string {
  const reason = error instanceof ServerProblem && error.status === 400 ? plainText(error.reply.message, 300) : "";
  const { title, text } = explainProblem(error, null);
  return reason || `${title}. ${text}`;
}

function profileForm(screen: Screen, profile: ProfileFields): HTMLElement {
  const name = element("input", {
    id: "profile-name",
    maxlength: String(PROFILE_LIMITS.name),
    autocomplete: "nickname",
    value: profile.name ?? "",
  });
  const bio = element(
    "textarea",
    { id: "profile-bio", rows: "3", maxlength: String(PROFILE_LIMITS.bio) },
    profile.bio ?? "",
  );
  const logo = httpsField("profile-logo", profile.logo_url ?? "");
  const links = linkRows(profile.link_list);
  const problem = element("p", { class: "notice", role: "alert", hidden: true });
  const read = (): ProfileFields => ({
    name: name.value.trim() || null,
    bio: bio.value.trim() || null,
    logo_url: logo.value.trim() || null,
    link_list: links.read(),
  });
  const save = async (): Promise<void> => {
    problem.hidden = true;
    screen.announce("Saving …");
    try {
      await callServer("PUT", "profile", read());
      saved.hidden = false;
      screen.announce("Your profile is saved.");
    } catch (error) {
      problem.textContent = reasonOf(error);
      problem.hidden = false;
    }
  };
  const saved = paragraph("Saved.", "note");
  saved.hidden = true;
  const submit = (event: Event): void => {
    event.preventDefault();
    void save();
  };
  return element(
    "form",
    { "aria-label": "Your profile", submit, input: () => void (saved.hidden = true) },
    paragraph("Visible to everyone you allow to see your profile.", "note"),
    labelled("Name", name),
    labelled("About you", bio),
    labelled("Picture (https URL)", logo),
    links.section,
    problem,
    element("button", { class: "main", type: "submit" }, "Save profile"),
    saved,
  );
}

const labelled = (label: string, field: HTMLElement): HTMLElement =>
  element("div", { class: "field" }, element("label", { for: field.id }, label), field);

const httpsField = (id: string, value: string): HTMLInputElement =>
  element("input", {
    id,
    type: "url",
    pattern: "https://.+",
    title: "A URL that starts with https://",
    maxlength: String(PROFILE_LIMITS.url),
    value,
  });

type LinkRows = { readonly section: HTMLElement; read(): ProfileFields["link_list"] };

function linkRows(links: ProfileFields["link_list"]): LinkRows {
  const rows = element("div", {});
  let count = 0;
  const add = (link: { name: string; url: string }): HTMLElement => {
    count += 1;
    const row = linkRow(`link-${count}`, link, () => {
      row.remove();
      refresh();
      more.focus();
    });
    rows.append(row);
    refresh();
    return row;
  };
  const more = button("Add a link", "plain", () => add({ name: "", url: "" }).querySelector("input")?.focus());
  const refresh = (): void => void (more.hidden = rows.childElementCount >= PROFILE_LIMITS.links);
  for (const link of links) add(link);
  const read = (): ProfileFields["link_list"] =>
    [...rows.children]
      .map((row) => [...row.querySelectorAll("input")].map((field) => field.value.trim()))
      .filter(([name, url]) => name !== "" || url !== "")
      .map(([name = "", url = ""]) => ({ name, url }));
  return { section: element("fieldset", {}, element("legend", {}, "Your links"), rows, more), read };
}

function linkRow(id: string, { name, url }: { name: string; url: string }, onRemove: () => void): HTMLElement {
  const nameField = element("input", { id: `${id}-name`, maxlength: String(PROFILE_LIMITS.linkName), value: name });
  const urlField = httpsField(`${id}-url`, url);
  urlField.required = true;
  const remove = button("Remove", "link", onRemove);
  remove.setAttribute("aria-label", `Remove the link ${plainText(name, 40)}`);
  return element("div", { class: "link-row" }, labelled("Title", nameField), labelled("URL (https)", urlField), remove);
}
