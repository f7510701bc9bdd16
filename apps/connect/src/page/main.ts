import { themeSelect } from "@portico/ui/browser";
import { aboutView } from "./aboutView.ts";
import { createScreen } from "./screen.ts";
import { endView } from "./endView.ts";
import { startConnections } from "./connections.ts";
import { startPhone } from "./phonePage.ts";
import { recallClient } from "./rememberedClient.ts";
import { startSignIn } from "./signIn.ts";
import type { PageData } from "./interactionResponse.ts";

const byId = (id: string): HTMLElement => document.getElementById(id) ?? document.body;

// A page restored from the back/forward cache is outdated: reload.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

byId("theme").append(themeSelect());

const data = JSON.parse(byId("page-data").textContent) as PageData;
const screen = createScreen(byId("view"), byId("status"));

if (data.page === "end") screen.show(endView({ client: recallClient(), ...data }));
else if (data.page === "about") screen.show(aboutView(data));
else if (data.page === "phone") void startPhone(screen);
else if (data.page === "signIn") void startSignIn(screen);
else void startConnections(screen);
