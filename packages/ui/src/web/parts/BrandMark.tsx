/** A portico; the sign-in page has no brand of its own yet. */
export const BrandMark = () => (
  <svg width="24" height="24" viewBox="0 0 24 24" fill="currentColor" aria-hidden>
    <path d="M12 2 2.5 7.2V9h19V7.2L12 2Z" />
    <path d="M4.5 10.5h3v8h-3zM10.5 10.5h3v8h-3zM16.5 10.5h3v8h-3zM2.5 20h19v2h-19z" />
  </svg>
);
