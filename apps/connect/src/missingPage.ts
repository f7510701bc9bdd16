import { Router } from "express";
import type { Pages } from "./pages.ts";

/** What browsers get for a path that nothing has, after all routes. Programs get the JSON of every such path. */
export const missingPage = (pages: Pages): Router =>
  Router().get(/.*/, (req, res, next) => {
    res.vary("Accept");
    if (req.accepts(["json", "html"]) !== "html") return next();
    return pages.send(res.status(404), "end", {
      kind: "error",
      title: "There is no such page",
      message: "Nothing exists at this address. Check it, or go back to where you came from.",
    });
  });
