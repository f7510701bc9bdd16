/** The host of a URL as browsers normalise it; the text itself if it isn't a URL. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? url;
