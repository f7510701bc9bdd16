/** The colour of a series; an SVG, since the page's policy allows no inline styles. */
export const Swatch = ({ colour }: { readonly colour: string }) => (
  <svg className="swatch" viewBox="0 0 10 10" aria-hidden>
    <rect width="10" height="10" rx="2.5" fill={colour} />
  </svg>
);
