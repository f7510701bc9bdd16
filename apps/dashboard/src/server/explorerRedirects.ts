import { Router } from "express";

/** The explorer's pages, reads and pictures, which the dashboard's server had before the explorer was an app of its own. */
const EXPLORER = /^\/(?:explore|gas|address(?:\/.*)?|explorer\/.*)\/?$/;

/** Redirects the explorer's former paths permanently (308), with their query. @param explorerUrl - Without a trailing slash. */
export const explorerRedirects = (explorerUrl: string): Router =>
  Router().get(EXPLORER, (req, res) => {
    const query = req.url.indexOf("?");
    res.redirect(308, `${explorerUrl}${req.path}${query === -1 ? "" : req.url.slice(query)}`);
  });
