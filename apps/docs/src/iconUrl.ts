import { BRAND_ICON } from "@portico/ui/brandIcon";

/** The icon of every page, inline. */
export const ICON_URL = `data:image/svg+xml,${encodeURIComponent(BRAND_ICON)}`;
