/** The host of a URL as browsers spell it; the text itself where it is no URL. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? url;
