import { Link } from "@tanstack/react-router";
import { BrandMark } from "@portico/ui";

export const Brand = () => (
  <Link to="/" className="brand">
    <BrandMark /> Portico
  </Link>
);
