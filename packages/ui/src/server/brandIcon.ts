/** The brand's mark as SVG paths, in 24 by 24. */
export const BRAND_PATHS = `<path d="M12 2 2.5 7.2V9h19V7.2L12 2Z"/><path d="M4.5 10.5h3v8h-3zM10.5 10.5h3v8h-3zM16.5 10.5h3v8h-3zM2.5 20h19v2h-19z"/>`;

/** The brand's mark as SVG, in both themes: a tab's colour is the browser's. */
export const BRAND_ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><style>path{fill:#2f4bd8}@media(prefers-color-scheme:dark){path{fill:#93a7ff}}</style>${BRAND_PATHS}</svg>`;
