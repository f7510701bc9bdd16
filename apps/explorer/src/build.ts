import { buildWeb } from "./buildWeb.ts";
import { WEB_FOLDER } from "./webFolder.ts";

await buildWeb(WEB_FOLDER);
