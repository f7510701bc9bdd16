import { buildPage } from "./buildPage.ts";
import { PAGE_FOLDER } from "./pages.ts";

await buildPage(PAGE_FOLDER);
